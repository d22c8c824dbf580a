import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { type Event, getEvent } from "#lib/domain/events/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { getEndpoint } from "../endpoints/get-endpoint.ts";
import type { Delivery } from "../types.ts";
import { getDelivery } from "./list-deliveries.ts";
import * as store from "./store.ts";

/**
 * Sends one event to the same endpoint again, now: a new delivery of the same event id, with
 * attempts from 1 and a fresh timestamp and signature. The original's history stays as it is;
 * retries it still had coming are canceled, since this takes their place. Call `pokeDispatcher()`
 * after the commit. Throws `resource_missing` past 30 days, and `state_invalid` when the endpoint is
 * disabled.
 */
export async function replayDeliveryIn(tx: Tx, ctx: Context, id: string): Promise<Delivery> {
  const original = await getDelivery(ctx, id, tx);
  const event = await getEvent(ctx, original.eventId, tx);
  const endpoint = await getEndpoint(ctx, original.endpointId, { tx });
  if (endpoint.status === "disabled") {
    throw new ApiError("state_invalid", "The endpoint is disabled. Enable it before replaying.");
  }
  if (original.status === "pending") {
    throw new ApiError("state_invalid", "The delivery is still waiting for its first attempt.");
  }
  await store.supersede(tx, ctx, [original.id]);
  const subject = { id, name: event.type };
  await recordChangeIn(tx, ctx, { action: "delivery.replayed", subject });
  const [replay] = await store.insert(tx, [rowOf(ctx, event, original.endpointId, original.id)]);
  return replay!;
}

/**
 * Sends one event again to every enabled endpoint that had it or subscribes to it now, or to
 * `endpointId` only. As `replayDeliveryIn` otherwise. Throws `state_invalid` when there is none.
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

/** A delivery of an event to an endpoint, due at once. */
export function rowOf(
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
