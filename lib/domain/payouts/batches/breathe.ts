import { setImmediate } from "node:timers/promises";

const ROWS_AT_ONCE = 250;

/** Lets others' requests pass from time to time while a long file is worked on. */
export async function breathe(done: number): Promise<void> {
  if (done > 0 && done % ROWS_AT_ONCE === 0) await setImmediate();
}
