import type { Context } from "#lib/kernel/context.ts";
import { getEndpoint } from "../endpoints/get-endpoint.ts";
import { reconcile } from "./reconcile-store.ts";
import type { ReconcileRequest, Reconciliation } from "./types.ts";

/**
 * Holds the events of a stretch of time against what came of telling each endpoint of them. Every
 * event times every endpoint it was for stands in exactly one of six ways, so they add up to
 * `expected`; replays belong to what they repeat. Of the last 30 days; what is older is gone. Throws
 * `resource_missing` for an endpoint that is not there.
 */
export async function reconcileDeliveries(
  ctx: Context,
  request: ReconcileRequest,
): Promise<Reconciliation> {
  if (request.endpointId) await getEndpoint(ctx, request.endpointId, { param: "endpoint" });
  return await reconcile(ctx, request);
}
