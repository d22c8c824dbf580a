import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { listAttempts } from "../deliveries/store.ts";
import { getEndpoint } from "../endpoints/get-endpoint.ts";
import type {
  Attempt,
  DeliveryFilter,
  DeliveryListItem,
  ReconcileRequest,
  Reconciliation,
} from "../types.ts";
import { countItems, findItem, listItems, listReplaysOf } from "./deliveries-store.ts";
import { reconcile } from "./reconcile-store.ts";

/** Rows are counted exactly up to here; counting more would cost time for a number nobody needs. */
const MOST_COUNTED = 10_000;

/** One page of the deliveries of the last 30 days that match a filter, newest first, with their total:
 *  exact, or a lower bound when `uncounted`. For the dashboard; the public API uses `listDeliveries`. */
export async function browseDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  page: KeysetPage,
): Promise<KeysetSlice<DeliveryListItem> & { total: number; uncounted: boolean }> {
  const [slice, counted] = await Promise.all([
    listItems(ctx, filter, page),
    countItems(ctx, filter, MOST_COUNTED),
  ]);
  return { ...slice, total: Math.min(counted, MOST_COUNTED), uncounted: counted > MOST_COUNTED };
}

/** The newest deliveries that match a filter, without a total. */
export async function latestDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  limit: number,
): Promise<DeliveryListItem[]> {
  const { rows } = await listItems(ctx, filter, { after: null, before: null, limit });
  return rows;
}

export type DeliveryDetail = {
  delivery: DeliveryListItem;
  attempts: Attempt[];
  /** The delivery that this one replays; null also when that is older than 30 days. */
  original: DeliveryListItem | null;
  replays: DeliveryListItem[];
};

/** A delivery with its attempts, the delivery it replays and its own replays. Throws
 *  `resource_missing`, also for a delivery older than 30 days. */
export async function deliveryDetail(ctx: Context, id: string): Promise<DeliveryDetail> {
  const delivery = await findItem(ctx, id);
  if (!delivery) throw missing("delivery", id);
  const [attempts, original, replays] = await Promise.all([
    listAttempts({ ...delivery, accountId: ctx.accountId, mode: ctx.mode }),
    delivery.replayOf ? findItem(ctx, delivery.replayOf) : null,
    listReplaysOf(ctx, delivery),
  ]);
  return { delivery, attempts, original, replays };
}

/**
 * Counts the events of a period by the best status of their deliveries. Each pair of event and endpoint
 * has exactly one of the six statuses, so the counts add up to `expected`; a replay counts for the
 * delivery it repeats. Covers the last 30 days. Throws `resource_missing` for an unknown endpoint.
 */
export async function reconcileDeliveries(
  ctx: Context,
  request: ReconcileRequest,
): Promise<Reconciliation> {
  if (request.endpointId) await getEndpoint(ctx, request.endpointId, { param: "endpoint" });
  return await reconcile(ctx, request);
}
