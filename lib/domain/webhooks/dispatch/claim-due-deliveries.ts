import { randomUUID } from "node:crypto";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { RenderEventBody } from "../types.ts";
import { type ClaimArgs, claim } from "./claim-store.ts";
import {
  type PreparedDelivery,
  prepareDeliveries,
  type TakenDeliveries,
} from "./prepare-deliveries.ts";

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

/** Leases due deliveries and prepares them (`leaseDueDeliveries`, `prepareDeliveries`). */
export async function claimDueDeliveries(
  args: Parameters<typeof leaseDueDeliveries>[0],
  render: RenderEventBody,
): Promise<PreparedDelivery[]> {
  return await prepareDeliveries(await leaseDueDeliveries(args), render);
}
