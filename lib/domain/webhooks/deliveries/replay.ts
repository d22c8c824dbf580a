import { inTransaction, type Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { type Event, findEvents, getEvent, notifyQueue } from "#lib/domain/events/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { findEndpoints, getEndpoint } from "../endpoints/read-endpoints.ts";
import type { Delivery } from "../types.ts";
import { getDelivery, oldestDeliveryId } from "./read-deliveries.ts";
import * as store from "./store.ts";

/**
 * Sends a delivery's event to the same endpoint again: creates a new delivery of the same event id, due
 * now, with attempts from 1 and a fresh timestamp and signature. Keeps the original's attempts and cancels
 * its remaining retries. Call `notifyQueue()` after the commit. Throws `resource_missing` after 30
 * days, and `state_invalid` when the endpoint is disabled or the first attempt is still pending.
 */
export async function replayDeliveryIn(tx: Tx, ctx: Context, id: string): Promise<Delivery> {
  const original = await getDelivery(ctx, id, tx);
  const event = await getEvent(ctx, original.eventId, tx);
  const endpoint = await getEndpoint(ctx, original.endpointId, { tx });
  const refusal = whyNotReplayed(original, endpoint);
  if (refusal) throw refusal;
  await store.supersede(tx, ctx, [original.id]);
  const subject = { id, name: event.type };
  await recordChangeIn(tx, ctx, { action: "delivery.replayed", subject });
  const [replay] = await store.insert(tx, [rowOf(ctx, event, original.endpointId, original.id)]);
  return replay!;
}

/** The refusal of a replay to the endpoint, or null. An endpoint that was deleted is null. */
export function whyNotReplayed(
  { status }: { status: string },
  endpoint: { status: string } | null,
): ApiError | null {
  if (!endpoint) return new ApiError("resource_missing", "The endpoint was deleted.");
  if (endpoint.status === "disabled") {
    return new ApiError("state_invalid", "The endpoint is disabled. Enable it before replaying.");
  }
  if (status !== "pending") return null;
  return new ApiError("state_invalid", "The delivery is still waiting for its first attempt.");
}

/** As `replayDeliveryIn`, in a transaction of its own; wakes the dispatcher after the commit. */
export const replayDelivery = inTransaction(replayDeliveryIn, notifyQueue);

/**
 * Sends an event again to every enabled endpoint that received it before or subscribes to it now, or only
 * to `endpointId`. Otherwise as `replayDeliveryIn`. Throws `state_invalid` without such an endpoint.
 */
export async function replayEventIn(
  tx: Tx,
  ctx: Context,
  id: string,
  endpointId?: string | undefined,
): Promise<Delivery[]> {
  const event = await getEvent(ctx, id, tx);
  const earlier = await store.listOfEvent(ctx, event.id, tx);
  if (endpointId !== undefined) await getEndpoint(ctx, endpointId, { tx, param: "endpoint" });
  const had = earlier.map((delivery) => delivery.endpointId);
  const wanted = endpointId === undefined ? had : [endpointId as Id<"we">];
  const enabled = await store.listEnabled(tx, ctx, event.type, wanted);
  const endpoints = endpointId === undefined ? enabled : enabled.filter((e) => e === endpointId);
  if (endpoints.length === 0) {
    throw new ApiError("state_invalid", "No enabled endpoint receives this event.");
  }
  const replaced = earlier.filter((delivery) => endpoints.includes(delivery.endpointId));
  await store.supersede(
    tx,
    ctx,
    replaced.map((delivery) => delivery.id),
  );
  await recordChangeIn(tx, ctx, {
    action: "event.replayed",
    subject: { id, name: event.type },
    after: { endpoints },
  });
  const latest = (endpoint: Id<"we">) => replaced.find((each) => each.endpointId === endpoint);
  return await store.insert(
    tx,
    endpoints.map((endpoint) => rowOf(ctx, event, endpoint, latest(endpoint)?.id ?? null)),
  );
}

/** As `replayEventIn`, in a transaction of its own; wakes the dispatcher after the commit. */
export const replayEvent = inTransaction(replayEventIn, notifyQueue);

/** Deliveries replayed in one transaction; for more, create a range replay. */
export const MOST_REPLAYED = 500;

/** Why a delivery of the selection was not replayed. `repeated`: the selection has a newer one of the same
 *  event and endpoint. */
export type ReplayRefusal =
  | "missing"
  | "expired"
  | "pending"
  | "endpoint_disabled"
  | "endpoint_deleted"
  | "repeated";

export type ReplayOutcome =
  | { id: string; replayId: Id<"dlv"> }
  | { id: string; refusal: ReplayRefusal };

/**
 * Replays a selection of deliveries in one transaction, each as `replayDeliveryIn` does. Returns one
 * outcome per id, in the order given; a delivery that cannot be replayed does not stop the others. Call
 * `notifyQueue()` after the commit. Throws `parameter_invalid` for more than `MOST_REPLAYED`.
 */
export async function replayManyIn(
  tx: Tx,
  ctx: Context,
  ids: readonly string[],
): Promise<ReplayOutcome[]> {
  if (ids.length > MOST_REPLAYED) {
    throw invalid("ids", `At most ${MOST_REPLAYED} deliveries can be replayed in one call.`);
  }
  const found = new Map(
    (await store.findMany(ctx, ids, tx)).map((each) => [each.id as string, each]),
  );
  const originals = [...found.values()];
  const [events, endpoints] = await Promise.all([
    eventsOf(tx, ctx, originals),
    findEndpoints(
      ctx,
      originals.map(({ endpointId }) => endpointId),
      tx,
    ),
  ]);
  const refusalOf = (delivery: Delivery | undefined): ReplayRefusal | null => {
    if (!delivery || delivery.id < oldestDeliveryId()) return "missing";
    const known = endpoints.get(delivery.endpointId);
    if (!known || known.deleted) return "endpoint_deleted";
    if (known.endpoint.status === "disabled") return "endpoint_disabled";
    if (delivery.status === "pending") return "pending";
    if (!events.has(delivery.eventId)) return "expired";
    return newestOf(originals, delivery).id === delivery.id ? null : "repeated";
  };
  const refusals = new Map(ids.map((id) => [id, refusalOf(found.get(id))]));
  const sent = originals.filter(({ id }) => refusals.get(id) === null);
  await store.supersede(
    tx,
    ctx,
    sent.map(({ id }) => id),
  );
  const rows = sent.map((one) => rowOf(ctx, events.get(one.eventId)!, one.endpointId, one.id));
  const [first] = rows;
  if (first) {
    await store.insert(tx, rows);
    await recordChangeIn(tx, ctx, {
      action: "delivery.replayed",
      subject: { id: first.replayOf ?? first.id },
      after: { deliveries: rows.length },
    });
  }
  const replays = new Map(rows.map((row) => [row.replayOf as string, row.id]));
  return ids.map((id) => {
    const replayId = replays.get(id);
    return replayId ? { id, replayId } : { id, refusal: refusals.get(id)! };
  });
}

/** As `replayManyIn`, in a transaction of its own; wakes the dispatcher after the commit. */
export const replayDeliveries = inTransaction(replayManyIn, notifyQueue);

async function eventsOf(tx: Tx, ctx: Context, originals: readonly Delivery[]) {
  const wanted = [...new Set(originals.map(({ eventId }) => eventId))];
  const found = await findEvents(ctx, wanted, tx);
  return new Map([...found.values()].map((event) => [event.id, event]));
}

/** The newest of the originals with the same event and endpoint. */
function newestOf(originals: readonly Delivery[], { eventId, endpointId }: Delivery): Delivery {
  return originals
    .filter((each) => each.eventId === eventId && each.endpointId === endpointId)
    .reduce((newest, each) => (each.id > newest.id ? each : newest));
}

/** A new delivery of an event to an endpoint, due now. */
function rowOf(
  ctx: Context,
  event: Pick<Event, "id" | "type" | "objectId">,
  endpointId: Id<"we">,
  replayOf: Id<"dlv"> | null,
) {
  const moment = now();
  return {
    accountId: ctx.accountId,
    id: newId("dlv"),
    mode: ctx.mode,
    eventId: event.id,
    eventType: event.type,
    objectId: event.objectId,
    endpointId,
    nextAttemptAt: moment,
    createdAt: moment,
    replayOf,
    origin: "replay" as const,
  };
}
