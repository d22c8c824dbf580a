import type { NewEntry } from "#lib/domain/balance/index.ts";
import { type EventType, type NewEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { feesOf } from "#lib/domain/fees/index.ts";
import {
  type Answer,
  findStored,
  finishKey,
  type IdempotentRequest,
  type RenderResponse,
  replayOf,
} from "#lib/domain/idempotency/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { currentTraceparent } from "#lib/kernel/tracing.ts";
import type { PaymentStatus } from "#lib/kernel/vocabulary/payments.ts";
import type { PaymentOutcome } from "#lib/rails/index.ts";
import { wireOf } from "#lib/wire/index.ts";
import { applyOutcome } from "./payment-state.ts";
import type { StoredAnswer } from "./settle-sql.ts";
import * as store from "./store.ts";
import type { Payment } from "./types.ts";

/** The request that waits for the outcome: its idempotency key, and how its answer is rendered. */
export type Waiting = { request: IdempotentRequest; render: RenderResponse<Payment> };

/**
 * Moves a payment to its outcome: row, ledger transfers, event and deliveries commit together. If another process moved
 * it first, writes nothing and returns the payment as it now is. Locks the payment's row for one statement.
 */
export async function settlePayment(
  ctx: Context,
  payment: Payment,
  outcome: PaymentOutcome,
): Promise<Payment> {
  const to = applyOutcome(payment, outcome, businessNowMs(ctx));
  const moved = await move(ctx, { from: payment, to, outcome, answer: null });
  return moved ? to : await reload(ctx, payment.id);
}

/** As `settlePayment`, for a request that waits: stores its answer under its key in the same statement and returns
 *  it. */
export async function settleAndAnswer(
  ctx: Context,
  payment: Payment,
  outcome: PaymentOutcome,
  waiting: Waiting,
): Promise<Answer> {
  const to = applyOutcome(payment, outcome, businessNowMs(ctx));
  const response = waiting.render(to);
  const answer = { request: waiting.request, response };
  const moved = await move(ctx, { from: payment, to, outcome, answer });
  if (moved) return { ...response, replayed: false };
  return await answerCurrent(ctx, await reload(ctx, payment.id), waiting);
}

/** Answers with the payment as it now is, and stores the answer under the request's key. If another process has stored
 *  one, returns that. */
export async function answerCurrent(
  ctx: Context,
  payment: Payment,
  waiting: Waiting,
): Promise<Answer> {
  const response = waiting.render(payment);
  if (await finishKey(ctx, waiting.request, response)) return { ...response, replayed: false };
  const stored = await findStored(ctx, waiting.request);
  if (stored?.state !== "finished") throw new Error(`the key of ${payment.id} was lost`);
  return replayOf(stored.response);
}

type Move = { from: Payment; to: Payment; outcome: PaymentOutcome; answer: StoredAnswer | null };

async function move(ctx: Context, { from, to, outcome, answer }: Move): Promise<boolean> {
  const event = eventFor(to);
  const entry = entryFor(ctx, from, to);
  const networkToken = "networkToken" in outcome && outcome.networkToken === true;
  const moved = await store.settle({ ctx, from, to, networkToken, entry, event, answer });
  if (moved && event) notifyDispatcher();
  return moved;
}

async function reload(ctx: Context, id: string): Promise<Payment> {
  const payment = await store.find(ctx, id);
  if (!payment) throw missing("payment", id);
  return payment;
}

const TYPES: Readonly<Record<PaymentStatus, EventType | null>> = {
  requires_action: "payment.requires_action",
  processing: "payment.processing",
  requires_capture: null,
  succeeded: "payment.succeeded",
  failed: "payment.failed",
  canceled: "payment.canceled",
};

/** Returns the event of the payment's new status; null if the status has none. */
export function eventFor(payment: Payment): NewEvent | null {
  const type = TYPES[payment.status];
  if (!type) return null;
  // Read here, because the statement that stores it is shared with other calls.
  const traceparent = currentTraceparent();
  return { type, objectId: payment.id, data: wireOf("payment", payment), traceparent };
}

/** Returns the events of a capture or cancellation in the order in which they are sent: `payment.captured` before
 *  `payment.succeeded`. */
export function eventsOfStep(from: Payment, to: Payment): NewEvent[] {
  const data = wireOf("payment", to);
  const captured: NewEvent = { type: "payment.captured", objectId: to.id, data };
  const outcome = eventFor(to);
  return [...(from.step === "capture" ? [captured] : []), ...(outcome ? [outcome] : [])];
}

/** Returns the balance entry of the amount that this transition captured, with its fees; null if it captured nothing. */
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
