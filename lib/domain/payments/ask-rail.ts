import { settleMandate } from "#lib/domain/mandates/index.ts";
import { isDebit } from "#lib/domain/payment-methods/index.ts";
import { type RailLease, railUnder } from "#lib/domain/rail-leases/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type {
  AuthoriseRequest,
  CancelOutcome,
  CaptureOutcome,
  ChargebackOutcome,
  PaymentOutcome,
  StepRefusal,
} from "#lib/rails/index.ts";
import * as store from "./store.ts";
import type { HeldPayment, Payment } from "./types.ts";

/** Sends the charge. The payment's id is the rail's idempotency key, so sending it again is safe. Throws if the outcome
 *  is unknown. */
export async function authoriseAtRail(
  ctx: Context,
  payment: Payment,
  lease: RailLease,
  railToken: string,
): Promise<PaymentOutcome> {
  const refusal = await registerMandate(ctx, payment);
  return refusal ?? (await railUnder(lease).authorise(authoriseRequest(ctx, payment, railToken)));
}

/** Asks for the outcome of a charge, and sends the charge if the rail does not know it. Throws if the rail does not
 *  answer. */
export async function askRail(
  ctx: Context,
  payment: Payment,
  lease: RailLease,
): Promise<PaymentOutcome> {
  const rail = railUnder(lease);
  if (payment.railReference === null) {
    const refusal = await registerMandate(ctx, payment);
    if (refusal) return refusal;
  }
  const request = authoriseRequest(ctx, payment, await store.railTokenOf(payment));
  const known = await rail.authoriseStatus(request);
  return known.result === "unknown" ? await rail.authorise(request) : known;
}

/** Registers the mandate of a debit first. Returns a decline if the bank rejects the mandate, else null. Throws if the
 *  rail does not answer. */
async function registerMandate(ctx: Context, payment: Payment): Promise<PaymentOutcome | null> {
  const { mandateId, method } = payment;
  if (mandateId === null || !isDebit(method)) return null;
  const { status, failureCode, revocation, railReference } = await settleMandate(ctx, mandateId);
  if (status === "pending" || status === "active") return null;
  return {
    result: "declined",
    railReference: railReference ?? mandateId,
    sca: "not_required",
    exemptionOutcome: null,
    decline: {
      declineCode: "mandate_invalid",
      networkCode: failureCode ?? revocation?.code ?? null,
      adviceCode: "do_not_try_again",
    },
  };
}

/** Sends the payer's answer to the challenge and returns the outcome. Throws if the rail does not answer: the same answer
 *  can be sent again. */
export async function authenticateAtRail(
  ctx: Context,
  { payment, lease }: HeldPayment,
): Promise<PaymentOutcome> {
  const request = authoriseRequest(ctx, payment, await store.railTokenOf(payment));
  const confirmed = payment.step === "approve";
  return await railUnder(lease).authenticate({ ...request, confirmed });
}

export type StepOutcome = Exclude<CaptureOutcome | CancelOutcome, StepRefusal>;

/** Does the capture or cancellation that was begun at the rail, or returns the rail's refusal. `again`: it may have been
 *  sent before, so the rail is asked for the status first. Throws if the rail does not answer. */
export async function doStepAtRail(
  { payment, lease }: HeldPayment,
  again: boolean,
): Promise<StepOutcome | StepRefusal> {
  const rail = railUnder(lease);
  const { id, railReference, currency } = payment;
  const request = { id, railReference, currency, railToken: await store.railTokenOf(payment) };
  if (payment.step === "capture" && payment.captureMinor !== null) {
    const capture = { ...request, amountMinor: payment.captureMinor };
    const known = again ? await rail.captureStatus(capture) : null;
    return known && known.result !== "unknown" ? known : await rail.capture(capture);
  }
  const known = again ? await rail.cancelStatus(request) : null;
  return known && known.result !== "unknown" ? known : await rail.cancel(request);
}

/** Asks whether the payer's bank has taken a payment back. Throws if the rail does not answer. */
export async function askForChargeback(
  ctx: Context,
  payment: Payment,
  lease: RailLease,
): Promise<ChargebackOutcome> {
  return await railUnder(lease).chargebackStatus({
    id: payment.id,
    method: payment.method,
    railToken: await store.railTokenOf(payment),
    requestedAtMs: payment.createdAt.getTime(),
    askedAtMs: businessNowMs(ctx),
  });
}

function authoriseRequest(ctx: Context, payment: Payment, railToken: string): AuthoriseRequest {
  return {
    id: payment.id,
    accountId: payment.accountId,
    requestedAtMs: payment.createdAt.getTime(),
    askedAtMs: businessNowMs(ctx),
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    method: payment.method,
    railToken,
    capture: payment.capture,
    // An exemption that was rejected, for its amount or by the issuer, is not requested again.
    exemption: payment.exemptionOutcome === "rejected" ? null : payment.exemption,
    storedCredential: payment.storedCredential,
    initiator: payment.initiator,
    returnUrl: payment.returnUrl,
    ...(payment.method === "card" && payment.customerId ? { cardOnFile: true } : {}),
    ...(payment.bankPayment
      ? { bankId: payment.bankPayment.bankId, railReference: payment.railReference }
      : {}),
  };
}
