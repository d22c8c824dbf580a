import type { Payment } from "#lib/domain/payments/index.ts";
import { bankStatusOf } from "#lib/kernel/bank-status.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { BankPaymentWire } from "../contract/bank-payments.ts";
import { toPaymentWire } from "./payments.ts";

/** Throws for a payment that is not a bank payment. */
export function toBankPaymentWire(payment: Payment): BankPaymentWire {
  const { bankPayment } = payment;
  if (!bankPayment) throw new Error(`${payment.id} is not a bank payment`);
  return {
    id: payment.id,
    object: "bank_payment",
    livemode: payment.mode === "live",
    created: toIsoSeconds(payment.createdAt),
    metadata: payment.metadata,
    amount: Number(payment.amountMinor),
    amount_refunded: Number(payment.amountRefundedMinor),
    currency: payment.currency,
    status: payment.status,
    bank_status: bankStatusOf(payment),
    bank_id: bankPayment.bankId,
    payer: { ...bankPayment.payer },
    reference: bankPayment.reference,
    end_to_end_id: bankPayment.endToEndId,
    description: payment.description,
    next_action: payment.redirectUrl === null ? null : "redirect",
    redirect_url: payment.redirectUrl,
    return_url: payment.returnUrl,
    failure_reason:
      payment.status === "canceled" ? "expired" : (payment.decline?.declineCode ?? null),
    disputed: payment.disputed,
    settlement: payment.settlementId,
    expires_at: payment.expiresAt && toIsoSeconds(payment.expiresAt),
  };
}

/** A payment of either kind, for events and expanded fields. */
export function toAnyPaymentWire(payment: Payment) {
  return payment.bankPayment ? toBankPaymentWire(payment) : toPaymentWire(payment);
}
