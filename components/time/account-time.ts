import { dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import { idTimeMs } from "#lib/kernel/id-time.ts";

/** Whose id tells the real time and whose moment the account's: in test mode that may be ahead. */
type Dated = { id: string; createdAt: string };

/** A real moment as the account's clock had it, by what was dated next to it: for showing both kinds in one
 *  order. */
export function accountTime(realTime: string, dated: readonly Dated[]): string {
  const ms = Date.parse(realTime);
  const inOrder = dated.toSorted((a, b) => idTimeMs(a.id) - idTimeMs(b.id));
  const near = inOrder.find(({ id }) => idTimeMs(id) >= ms) ?? inOrder.at(-1);
  const aheadMs = near ? Date.parse(near.createdAt) - idTimeMs(near.id) : 0;
  // Less is what lies between two readings of one clock.
  return aheadMs < MINUTE_MS ? realTime : dateFromMs(ms + aheadMs).toISOString();
}
