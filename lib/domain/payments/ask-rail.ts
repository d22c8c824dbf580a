import { type AuthoriseRequest, type PaymentOutcome, railFor } from "#lib/rails/index.ts";
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

function authoriseRequest(payment: Payment, railToken: string): AuthoriseRequest {
  return {
    id: payment.id,
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
