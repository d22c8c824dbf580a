import { setTimeout as sleep } from "node:timers/promises";

/** Encoding a statement of this many rows blocks the event loop for 0.5 ms. */
const ROWS = 50;
/** Lets the database write other commits between two statements: 20,000 rows at a stretch would put 20 MB before them in
 *  its WAL. */
const PAUSE_MS = 5;

/** Rows in chunks of 50 for the database, with a pause between chunks. */
export async function* inChunks<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS) {
    if (at > 0) await sleep(PAUSE_MS);
    yield rows.slice(at, at + ROWS);
  }
}
