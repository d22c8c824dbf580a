import { dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import { idTimeMs } from "#lib/kernel/id-time.ts";

/** An object whose id contains the real time and whose date the account's time, which can be ahead in test
 *  mode. */
type Dated = { id: string; createdAt: string };

/** Converts a real time to the account's clock by the nearest dated object, so that both kinds can be sorted
 *  together. */
export function accountTime(realTime: string, dated: readonly Dated[]): string {
  const ms = Date.parse(realTime);
  const inOrder = dated.toSorted((a, b) => idTimeMs(a.id) - idTimeMs(b.id));
  const near = inOrder.find(({ id }) => idTimeMs(id) >= ms) ?? inOrder.at(-1);
  const aheadMs = near ? Date.parse(near.createdAt) - idTimeMs(near.id) : 0;
  // A smaller difference comes from two readings of the same clock.
  return aheadMs < MINUTE_MS ? realTime : dateFromMs(ms + aheadMs).toISOString();
}
