import { at, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import * as store from "./store.ts";

/** After so long without one success an endpoint is disabled (service.md §8). */
export const DISABLE_AFTER_MS = 72 * HOUR_MS;
const REASON = "No delivery succeeded for 72 hours.";

/** Disables every endpoint whose deliveries have all failed for 72 hours and holds what was coming
 *  to it. Each is answered once, over all workers and crashes. */
export async function disableFailingEndpoints(): Promise<
  Array<{ accountId: Id<"acct">; endpointId: Id<"we"> }>
> {
  const ms = nowMs();
  return await store.disableFailing(at(ms - DISABLE_AFTER_MS), REASON, at(ms));
}
