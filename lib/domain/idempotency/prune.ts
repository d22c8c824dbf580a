import { deleteExpired } from "./store.ts";

const BATCH = 5_000;

/** Deletes every expired key, a batch per statement; answers how many. For the worker's loop: an
 *  expired key is already treated as new, so nothing depends on when this runs. */
export async function prune(): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await deleteExpired(BATCH);
    total += deleted;
    if (deleted < BATCH) return total;
  }
}
