/** So few rows that making a statement of them holds up the event loop for about a millisecond. */
const ROWS = 100;

/** Rows in the portions in which they are sent to the database. */
export function* inChunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS) yield rows.slice(at, at + ROWS);
}
