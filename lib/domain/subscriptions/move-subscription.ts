import type { Tx } from "#db/transact.ts";
import { type EventType, emitEvent } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { wireOf } from "#lib/wire/index.ts";
import * as store from "./store.ts";
import { finalActionOf, nextDueOf } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

/** Writes a locked subscription with its next due time, and emits an event of `type` (null: none). Returns it as
 *  written. */
export async function saveIn(
  tx: Tx,
  ctx: Context,
  from: Subscription,
  to: Subscription,
  type: EventType | null,
): Promise<Subscription> {
  const saved = { ...to, dueAt: nextDueOf(to), finalActionAt: finalActionOf(to) };
  await store.update(tx, from, saved);
  if (type) await announceIn(tx, ctx, saved, type);
  return saved;
}

export async function announceIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  type: EventType,
): Promise<void> {
  await emitEvent(tx, ctx, { type, objectId: sub.id, data: wireOf("subscription", sub) });
}

/** The event type for a change: a status may have its own, any other change is `subscription.updated`. */
export function eventOf(from: Subscription, to: Subscription): EventType {
  if (from.status !== to.status) {
    if (to.status === "past_due") return "subscription.past_due";
    if (to.status === "canceled") return "subscription.canceled";
  }
  return "subscription.updated";
}
