import { randomUUID } from "node:crypto";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { type ClaimArgs, claim } from "./claim-store.ts";
import type { TakenDeliveries } from "./prepare-deliveries.ts";

/**
 * Leases up to `limit` due deliveries with at most `perEndpoint` in flight per endpoint (`perFailingEndpoint`
 * for a failing one). Skips rows that another worker has locked. Accounts take turns, oldest delivery first.
 * Call it for `pending` before `retrying`, so that first attempts go before retries.
 */
export async function leaseDueDeliveries(
  args: Omit<ClaimArgs, "now" | "leaseId" | "leasedUntil"> & { leaseMs: number },
): Promise<TakenDeliveries> {
  const leaseId = randomUUID();
  const ms = nowMs();
  const { leaseMs, ...rest } = args;
  const rows = await claim({
    ...rest,
    leaseId,
    now: dateFromMs(ms),
    leasedUntil: dateFromMs(ms + leaseMs),
  });
  return { leaseId, rows };
}
