import { setTimeout as sleep } from "node:timers/promises";

/** Does `work` for each item in order, at most `most` at a time, so that a slow item does not delay the others. Rejects with
 *  the first error after the running items have ended; no other item is started. */
export async function forEachConcurrently<Item>(
  most: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  const runNext = async () => {
    for (let step = left.next(); !step.done && !failure; step = left.next()) {
      try {
        await work(step.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: most }, runNext));
  if (failure) throw failure.error;
}

/** Returns a function that does works in the order of its calls, at most `most` at a time. */
export function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (underWay < most) underWay++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };
}

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
