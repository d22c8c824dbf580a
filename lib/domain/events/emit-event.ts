import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { toEvent } from "./fanout.ts";
import * as store from "./store.ts";
import type { Event, NewEvent } from "./types.ts";

/** Writes an event and its deliveries in the caller's transaction, so that a state change and its
 *  announcement commit together or not at all. Call `pokeDispatcher()` after the commit. */
export async function emitEvent(
  tx: Tx,
  ctx: Context,
  event: NewEvent,
  eventId?: Id<"evt">,
): Promise<Event> {
  const written = toEvent(ctx, event, eventId);
  await store.insertWithDeliveries(tx, written);
  return written;
}

/** As `emitEvent`, but with one delivery only: to `endpointId`, whatever that subscribed to. For
 *  tests of an endpoint. */
export async function emitEventTo(
  tx: Tx,
  ctx: Context,
  event: NewEvent,
  endpointId: Id<"we">,
): Promise<Event> {
  const written = toEvent(ctx, event);
  await store.insertWithDeliveries(tx, written, endpointId);
  return written;
}
