import type { NewEntry } from "#lib/domain/balance/index.ts";
import type { EventType, NewEvent } from "#lib/domain/events/index.ts";
import { feesOf } from "#lib/domain/fees/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { wireOf } from "#lib/wire/index.ts";
import type { PaymentStatus } from "./payment-state.ts";
import type { Payment } from "./types.ts";

const TYPES: Readonly<Record<PaymentStatus, EventType | null>> = {
  requires_action: "payment.requires_action",
  processing: "payment.processing",
  requires_capture: null,
  succeeded: "payment.succeeded",
  failed: "payment.failed",
  canceled: "payment.canceled",
};

/** What to announce when a payment has come to its status; null when that is no event. */
export function eventFor(payment: Payment): NewEvent | null {
  const type = TYPES[payment.status];
  return type && { type, objectId: payment.id, data: wireOf("payment", payment) };
}

/** What to announce of a capture or cancellation, in this order: a manual capture is news of its own
 *  before the success that it brings. */
export function eventsOfStep(from: Payment, to: Payment): NewEvent[] {
  const data = wireOf("payment", to);
  const captured: NewEvent = { type: "payment.captured", objectId: to.id, data };
  const outcome = eventFor(to);
  return [...(from.step === "capture" ? [captured] : []), ...(outcome ? [outcome] : [])];
}

/** What a move books: money that was captured by it, and what that costs. */
export function entryFor(ctx: Context, from: Payment, to: Payment): NewEntry | null {
  const amountMinor = to.amountCapturedMinor - from.amountCapturedMinor;
  if (amountMinor === 0n) return null;
  const { method, card, currency } = to;
  const { merchantCountry } = ctx;
  const { pricing, ...fees } = feesOf({ method, card, merchantCountry, amountMinor, currency });
  return {
    type: "charge",
    amountMinor,
    currency,
    fees,
    disputeFee: 0n,
    pricing,
    sourceId: to.id,
    paymentId: to.id,
    bookedAt: businessNow(ctx),
  };
}
