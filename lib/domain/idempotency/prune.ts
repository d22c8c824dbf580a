import { isClockTrusted } from "#lib/kernel/clock.ts";
import { deleteExpired } from "./store.ts";

const BATCH = 5_000;

/** Deletes every expired key, a batch per statement; returns how many. Nothing depends on when this runs, because an
 *  expired key is already treated as new. Deletes nothing while this process's clock is wrong. */
export async function prune(): Promise<number> {
  let total = 0;
  if (!isClockTrusted()) return total;
  for (;;) {
    const deleted = await deleteExpired(BATCH);
    total += deleted;
    if (deleted < BATCH) return total;
  }
}
