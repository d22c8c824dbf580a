import { type EventType, type NewEvent, wireOf } from "#lib/domain/events/index.ts";
import type { NewTransfer } from "#lib/domain/ledger/index.ts";
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

/** What a move books: money that was captured by it. */
export function transferFor(from: Payment, to: Payment): NewTransfer | null {
  const captured = to.amountCapturedMinor - from.amountCapturedMinor;
  if (captured === 0n) return null;
  return { kind: "capture", amountMinor: captured, currency: to.currency, sourceId: to.id };
}
