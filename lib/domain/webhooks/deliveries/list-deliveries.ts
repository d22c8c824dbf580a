import type { Tx } from "#db/transact.ts";
import { HISTORY_DAYS } from "#lib/domain/events/index.ts";
import { DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { DeliveryStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import type { Attempt, Delivery } from "../types.ts";
import * as store from "./store.ts";

export type ListDeliveriesRequest = PageRequest & {
  endpointId?: string | undefined;
  eventId?: string | undefined;
  /** The object that the event is about. */
  objectId?: string | undefined;
  /** An exact type, or `payment.*`. */
  type?: string | undefined;
  /** Any of these. */
  status?: readonly DeliveryStatus[] | undefined;
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
