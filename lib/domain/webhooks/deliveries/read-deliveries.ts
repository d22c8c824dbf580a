import type { Tx } from "#db/transact.ts";
import { HISTORY_DAYS } from "#lib/domain/events/index.ts";
import { DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import {
  type CreatedRange,
  checkCursor,
  type KeysetPage,
  type KeysetSlice,
  type Page,
  type PageRequest,
} from "#lib/kernel/page.ts";
import type { DeliveryOrigin, DeliveryStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import { countItems, findItem, listItems, listReplaysOf } from "../browse/deliveries-store.ts";
import { reconcile } from "../browse/reconcile-store.ts";
import { findEndpoints, getEndpoint } from "../endpoints/read-endpoints.ts";
import type {
  Attempt,
  Delivery,
  DeliveryFilter,
  DeliveryListItem,
  Endpoint,
  ReconcileRequest,
  Reconciliation,
} from "../types.ts";
import * as store from "./store.ts";
import { listAttempts } from "./store.ts";

export type ListDeliveriesRequest = PageRequest & {
  endpointId?: string | undefined;
  eventId?: string | undefined;
  /** The object that the event is about. */
  objectId?: string | undefined;
  /** An exact type, or `payment.*`. */
  type?: string | undefined;
  /** Any of these. */
  status?: readonly DeliveryStatus[] | undefined;
  origin?: DeliveryOrigin | undefined;
  created?: CreatedRange | undefined;
};

/** The smallest delivery id that is still within the 30 days kept. */
export function oldestDeliveryId(): Id<"dlv"> {
  return idLowerBound("dlv", nowMs() - HISTORY_DAYS * DAY_MS);
}

/** One page of the deliveries of the last 30 days, newest first. Throws `parameter_invalid` for an unknown
 *  cursor. Takes no lock. */
export async function listDeliveries(
  ctx: Context,
  request: ListDeliveriesRequest,
): Promise<Page<Delivery>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request, oldestDeliveryId());
}

/** Throws `resource_missing`, also for a delivery older than 30 days. Takes no lock. */
export async function getDelivery(ctx: Context, id: string, tx?: Tx): Promise<Delivery> {
  const delivery = await store.find(ctx, id, tx);
  if (!delivery || delivery.id < oldestDeliveryId()) throw missing("delivery", id);
  return delivery;
}

/** A delivery with its attempts. Throws `resource_missing`. */
export async function getDeliveryWithAttempts(
  ctx: Context,
  id: string,
): Promise<{ delivery: Delivery; attempts: Attempt[] }> {
  const delivery = await getDelivery(ctx, id);
  return { delivery, attempts: await store.listAttempts(delivery) };
}

/** Every delivery of an event, newest first. */
export async function listDeliveriesOfEvent(ctx: Context, eventId: Id<"evt">): Promise<Delivery[]> {
  return await store.listOfEvent(ctx, eventId);
}

/** The deliveries of `ids` that are still kept, by id, in one query. */
export async function findDeliveries(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Delivery>> {
  const oldest = oldestDeliveryId();
  const found = await store.findMany(
    ctx,
    ids.filter((id) => id >= oldest),
  );
  return new Map(found.map((delivery) => [delivery.id, delivery]));
}

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
  /** Its endpoint; null if it was deleted. */
  endpoint: Pick<Endpoint, "status"> | null;
};

/** A delivery with its attempts, the delivery it replays and its own replays. Throws
 *  `resource_missing`, also for a delivery older than 30 days. */
export async function deliveryDetail(ctx: Context, id: string): Promise<DeliveryDetail> {
  const delivery = await findItem(ctx, id);
  if (!delivery) throw missing("delivery", id);
  const [attempts, original, replays, endpoints] = await Promise.all([
    listAttempts({ ...delivery, accountId: ctx.accountId, mode: ctx.mode }),
    delivery.replayOf ? findItem(ctx, delivery.replayOf) : null,
    listReplaysOf(ctx, delivery),
    findEndpoints(ctx, [delivery.endpointId]),
  ]);
  const found = endpoints.get(delivery.endpointId);
  const endpoint = found && !found.deleted ? found.endpoint : null;
  return { delivery, attempts, original, replays, endpoint };
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
