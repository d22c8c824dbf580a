import type { Dispute, DisputeFile } from "#lib/domain/disputes/index.ts";
import type { Payment } from "#lib/domain/payments/index.ts";
import type { Refund } from "#lib/domain/refunds/index.ts";
import { bankStatusOf } from "#lib/kernel/bank-status.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { BankPaymentWire } from "../contract/bank-payments.ts";
import type { DisputeFileWire } from "../contract/dispute-files.ts";
import type { DisputeWire } from "../contract/disputes.ts";
import type { PaymentWire } from "../contract/payments.ts";
import type { RefundWire } from "../contract/refunds.ts";

/** A payment in responses, events and 402 errors. Bank payments have their own shape. */
export function toPaymentWire(payment: Payment): PaymentWire {
  const { card, decline, acquirerResponse } = payment;
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
    acquirer_response: acquirerResponse && {
      eci: acquirerResponse.eci,
      liability_shift: acquirerResponse.liabilityShift,
      avs_result: acquirerResponse.avsResult,
      cvc_result: acquirerResponse.cvcResult,
      arn: acquirerResponse.arn,
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
    retry_of: payment.retryOf,
    expires_at: payment.expiresAt && toIsoSeconds(payment.expiresAt),
  };
}

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

export function toRefundWire(refund: Refund): RefundWire {
  return {
    id: refund.id,
    object: "refund",
    livemode: refund.mode === "live",
    created: toIsoSeconds(refund.createdAt),
    metadata: refund.metadata,
    payment: refund.paymentId,
    amount: Number(refund.amountMinor),
    currency: refund.currency,
    status: refund.status,
    reason: refund.reason,
    failure_reason: refund.failureReason,
    settlement: refund.settlementId,
  };
}

export function toDisputeWire(dispute: Dispute): DisputeWire {
  return {
    id: dispute.id,
    object: "dispute",
    livemode: dispute.mode === "live",
    created: toIsoSeconds(dispute.createdAt),
    metadata: {},
    payment: dispute.paymentId,
    amount: Number(dispute.amountMinor),
    currency: dispute.currency,
    status: dispute.status,
    reason: dispute.reason,
    network_reason_code: dispute.networkReasonCode,
    evidence_due_by: toIsoSeconds(dispute.evidenceDueBy),
    evidence: { ...dispute.evidence },
    evidence_files: [...dispute.evidenceFiles],
    fee: Number(dispute.feeMinor),
  };
}

export function toDisputeFileWire(file: DisputeFile): DisputeFileWire {
  return {
    id: file.id,
    object: "dispute_file",
    livemode: file.mode === "live",
    created: toIsoSeconds(file.createdAt),
    metadata: {},
    dispute: file.disputeId,
    name: file.name,
    type: file.type,
    size: file.size,
    sha256: file.sha256,
  };
}

export function toDeletedDisputeFileWire({ id }: Pick<DisputeFile, "id">) {
  return { id, object: "dispute_file", deleted: true } as const;
}
