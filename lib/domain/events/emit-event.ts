import type { Tx } from "#db/transact.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { toEvent } from "./fanout.ts";
import * as store from "./store.ts";
import type { Event, NewEvent } from "./types.ts";

/** Writes an event and its deliveries in the caller's transaction, so that they commit together with the state
 *  change or not at all. Call `notifyDispatcher()` after the commit. */
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

/** Writes a test event with a single delivery, to `endpointId`, regardless of its event types. */
export async function emitEventTo(
  tx: Tx,
  ctx: Context,
  event: NewEvent,
  endpointId: Id<"we">,
): Promise<Event> {
  const written = toEvent(ctx, event);
  await store.insertForTest(tx, written, endpointId);
  return written;
}

/** At most one NOTIFY per 20 ms: one per commit would serialise commits. */
const QUIET_MS = 20;

let lastSentMs = 0;
let scheduled = false;
let queueChanged = false;

/**
 * Tells the dispatchers of all workers of new events. Returns immediately and never throws. A notification can be lost;
 * workers poll as well. Call it after the commit, never inside a transaction.
 */
export function notifyDispatcher(): void {
  if (scheduled) return;
  scheduled = true;
  const wait = Math.max(0, lastSentMs + QUIET_MS - nowMs());
  if (wait === 0) send();
  else setTimeout(send, Math.min(wait, QUIET_MS)).unref();
}

/** As `notifyDispatcher`, for deliveries that became due in the queue: replays, test events, released deliveries. */
export function notifyQueue(): void {
  queueChanged = true;
  notifyDispatcher();
}

function send(): void {
  const queue = queueChanged;
  scheduled = queueChanged = false;
  lastSentMs = nowMs();
  store
    .notifyDispatchers({ queue })
    .catch((error) => log.debug("dispatcher notification was lost", { error }));
}
