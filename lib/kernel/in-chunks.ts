import { setTimeout as sleep } from "node:timers/promises";

/** So few rows that making a statement of them holds up the event loop for half a millisecond. */
const ROWS = 50;
/** Between two statements the database writes what others have committed: 20,000 rows in a row would be 20 MB ahead of
 *  them in its log. */
const PAUSE_MS = 5;

/** Rows in the portions in which they are sent to the database, with a pause after each. */
export async function* inChunks<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS) {
    if (at > 0) await sleep(PAUSE_MS);
    yield rows.slice(at, at + ROWS);
  }
}
