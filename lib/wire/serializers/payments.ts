import type { Payment } from "#lib/domain/payments/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { PaymentWire } from "../contract/payments.ts";

/** A payment in responses, events and 402 errors. Bank payments have their own shape. */
export function toPaymentWire(payment: Payment): PaymentWire {
  const { card, decline } = payment;
  return {
    id: payment.id,
    object: "payment",
    livemode: payment.mode === "live",
    created: toIsoSeconds(payment.createdAt),
    metadata: payment.metadata,
    amount: Number(payment.amountMinor),
    amount_captured: Number(payment.amountCapturedMinor),
    amount_refunded: Number(payment.amountRefundedMinor),
    currency: payment.currency,
    status: payment.status,
    method: payment.method as PaymentWire["method"],
    capture: payment.capture,
    sca: payment.sca,
    next_action: payment.redirectUrl === null ? null : "redirect",
    redirect_url: payment.redirectUrl,
    settles: payment.settles,
    exemption: payment.exemption,
    exemption_outcome: payment.exemptionOutcome,
    customer: payment.customerId,
    payment_method: payment.paymentMethodId,
    card: card && {
      brand: card.brand,
      last4: card.last4,
      bin: card.bin,
      issuer: card.issuer,
      country: card.country,
      funding: card.funding,
    },
    decline: decline && {
      code: decline.declineCode,
      network_code: decline.networkCode,
      advice_code: decline.adviceCode,
    },
    description: payment.description,
    statement_descriptor: payment.statementDescriptor,
    return_url: payment.returnUrl,
    disputed: payment.disputed,
    mandate: payment.mandateId,
    subscription: payment.subscriptionId,
    invoice: payment.invoiceId,
    settlement: payment.settlementId,
    expires_at: payment.expiresAt && toIsoSeconds(payment.expiresAt),
  };
}
