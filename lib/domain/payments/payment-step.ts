import { type Tx, transact } from "#db/transact.ts";
import { recordEntryIn } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  finishKeyIn,
  type IdempotentRequest,
  type StoredResponse,
} from "#lib/domain/idempotency/index.ts";
import { LeaseHeldError, newLease, type RailLease } from "#lib/domain/rail-leases/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { PaymentStep } from "#lib/kernel/vocabulary/payments.ts";
import { railFor, takeoverMs } from "#lib/rails/index.ts";
import type { StepOutcome } from "./ask-rail.ts";
import * as store from "./change-store.ts";
import { whyNotStep } from "./payment-policy.ts";
import { abandonStep, applyStep, withFacts } from "./payment-state.ts";
import { entryFor, eventsOfStep } from "./settle-payment.ts";
import type { HeldPayment, Payment } from "./types.ts";

/** The step to begin; `captureMinor` is the amount of a capture and null for other steps. */
export type StepParams = { step: PaymentStep; captureMinor: bigint | null };

/**
 * Records that a step begins, before the rail is called. Exactly one of concurrent calls succeeds; after a crash the
 * recovery loop finishes the step. Takes the payment's lease, unless the caller holds it (`held`). Locks the payment
 * until the transaction ends. Throws `resource_missing`, `state_invalid` if the status does not permit the step or
 * another step is in progress, `LeaseHeldError` while another process asks the rail about the payment, `gateway_error`
 * while no rail serves the mode, and the errors of `choose`.
 */
export async function beginStepIn(
  tx: Tx,
  ctx: Context,
  paymentId: string,
  choose: (payment: Payment) => StepParams,
  held: RailLease | null = null,
): Promise<HeldPayment> {
  const payment = await store.lock(tx, ctx, paymentId);
  if (!payment) throw missing("payment", paymentId);
  const params = choose(payment);
  const refusal = whyNotStep(ctx, payment, params.step);
  if (refusal) throw refusal;
  const begun: Payment = {
    ...payment,
    ...params,
    railCheckAt: dateFromMs(businessNowMs(ctx) + takeoverMs()),
  };
  // Throws before anything is recorded if the mode has no rail.
  void railFor(ctx.mode);
  const lease = held ?? newLease(payment);
  if (!(await store.begin(tx, ctx, { from: payment, to: begun, lease })))
    throw new LeaseHeldError();
  return { payment: begun, lease };
}

/**
 * Records that the rail has captured or canceled: the transition, its ledger transfers, its events and the answer to a
 * waiting request (`waiting`) commit together. Returns the new payment, or null, and writes nothing, if another process
 * recorded it first. Locks the payment.
 */
export async function concludeStep(
  ctx: Context,
  payment: Payment,
  outcome: StepOutcome,
  waiting: { request: IdempotentRequest; render(payment: Payment): StoredResponse } | null,
): Promise<Payment | null> {
  const watchAfterMs = outcome.result === "captured" ? outcome.watchAfterMs : undefined;
  // The payer's bank may take the money back: ask for a chargeback then.
  const railCheckAt =
    watchAfterMs === undefined ? null : dateFromMs(businessNowMs(ctx) + watchAfterMs);
  const facts = outcome.result === "captured" ? outcome.acquirer : undefined;
  const acquirerResponse = withFacts(payment, facts);
  const to = { ...applyStep(payment), railCheckAt, acquirerResponse };
  const entry = entryFor(ctx, payment, to);
  const moved = await transact(async (tx) => {
    if (!(await store.conclude(tx, ctx, payment, to))) return false;
    if (entry) await recordEntryIn(tx, ctx, entry);
    if (to.outcome !== payment.outcome) await store.recordOutcome(tx, to);
    for (const event of eventsOfStep(payment, to)) await emitEvent(tx, ctx, event);
    if (to.invoiceId) await store.makeInvoiceDue(tx, ctx, to);
    if (waiting) await finishKeyIn(tx, ctx, waiting.request, waiting.render(to));
    return true;
  });
  if (moved) notifyDispatcher();
  return moved ? to : null;
}

/**
 * Records that the rail refused the step: the payment returns to its state before the step, and the refusal is stored
 * under the waiting request's key, in one transaction. Returns false, and writes nothing, if another process recorded it
 * first. Locks the payment.
 */
export async function giveUpStep(
  ctx: Context,
  payment: Payment,
  waiting: { request: IdempotentRequest; response: StoredResponse } | null,
): Promise<boolean> {
  const to = abandonStep(payment, businessNowMs(ctx) + takeoverMs());
  return await transact(async (tx) => {
    if (!(await store.conclude(tx, ctx, payment, to))) return false;
    if (waiting) await finishKeyIn(tx, ctx, waiting.request, waiting.response);
    return true;
  });
}
