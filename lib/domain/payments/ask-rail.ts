import { businessNowMs } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import {
  type AuthoriseRequest,
  type ChargebackOutcome,
  type PaymentOutcome,
  railFor,
  type StepRefusal,
} from "#lib/rails/index.ts";
import * as store from "./store.ts";
import type { Payment } from "./types.ts";

/** Sends the charge. The payment's id is the rail's idempotency key, so sending it again is safe.
 *  Throws when the outcome is unknown. */
export async function authoriseAtRail(
  payment: Payment,
  railToken: string,
): Promise<PaymentOutcome> {
  return await railFor(payment.mode).authorise(authoriseRequest(payment, railToken));
}

/** Asks what became of a charge, and sends it when the rail never saw it. Throws when the rail does
 *  not answer. */
export async function askRail(payment: Payment): Promise<PaymentOutcome> {
  const rail = railFor(payment.mode);
  const request = authoriseRequest(payment, await store.railTokenOf(payment));
  const known = await rail.authoriseStatus(request);
  return known.result === "unknown" ? await rail.authorise(request) : known;
}

/** Hands the payer's answer on and learns what comes of it. Throws when the rail does not answer:
 *  the same answer can be handed on again. */
export async function authenticateAtRail(payment: Payment): Promise<PaymentOutcome> {
  const request = authoriseRequest(payment, await store.railTokenOf(payment));
  const confirmed = payment.step === "approve";
  return await railFor(payment.mode).authenticate({ ...request, confirmed });
}

/** Has the capture or cancellation that was begun done at the rail, or answers why the rail will not
 *  do it. `again`: it may have been sent before, so the rail is asked first. Throws when the rail does
 *  not answer. */
export async function doStepAtRail(payment: Payment, again: boolean): Promise<StepRefusal | null> {
  const rail = railFor(payment.mode);
  const { id, railReference, currency } = payment;
  const request = { id, railReference, currency, railToken: await store.railTokenOf(payment) };
  if (payment.step === "capture" && payment.captureMinor !== null) {
    const capture = { ...request, amountMinor: payment.captureMinor };
    const known = again ? await rail.captureStatus(capture) : null;
    const outcome = known && known.result !== "unknown" ? known : await rail.capture(capture);
    return outcome.result === "refused" ? outcome : null;
  }
  const known = again ? await rail.cancelStatus(request) : null;
  const outcome = known && known.result !== "unknown" ? known : await rail.cancel(request);
  return outcome.result === "refused" ? outcome : null;
}

/** Asks whether the payer's bank has taken a payment back. Throws when the rail does not answer. */
export async function askForChargeback(ctx: Context, payment: Payment): Promise<ChargebackOutcome> {
  return await railFor(payment.mode).chargebackStatus({
    id: payment.id,
    railToken: await store.railTokenOf(payment),
    requestedAtMs: payment.createdAt.getTime(),
    askedAtMs: businessNowMs(ctx),
  });
}

function authoriseRequest(payment: Payment, railToken: string): AuthoriseRequest {
  return {
    id: payment.id,
    accountId: payment.accountId,
    requestedAtMs: payment.createdAt.getTime(),
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    method: payment.method,
    railToken,
    capture: payment.capture,
    exemption: payment.exemption,
    storedCredential: payment.storedCredential,
    returnUrl: payment.returnUrl,
  };
}
