import type { Entry } from "#lib/domain/balance/index.ts";
import type { EventWithDeliveries } from "#lib/domain/events/index.ts";
import type { Transfer } from "#lib/domain/ledger/index.ts";
import {
  type Payment,
  type PaymentDetail,
  type PaymentFacts,
  type PaymentListItem,
  refundableMinor,
} from "#lib/domain/payments/index.ts";
import type { LimitLeft, Refund, RefundListItem } from "#lib/domain/refunds/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import type { Settlement } from "#lib/domain/settlements/index.ts";
import { bankStatusOf } from "#lib/kernel/bank-status.ts";
import { FAILED_CHECKS, type FailedCheck } from "#lib/kernel/vocabulary/payments.ts";
import type { ActionsView } from "./actions.ts";
import { limitLeftView } from "./refund-limits.ts";
import {
  costView,
  customerRefView,
  instrumentView,
  iso,
  type Listed,
  requestListItemView,
  type SliceView,
  settlementRefView,
} from "./shared.ts";

export function paymentListItemView(item: PaymentListItem) {
  return {
    id: item.id,
    status: item.status,
    amount: String(item.amountMinor),
    amountRefunded: String(item.amountRefundedMinor),
    currency: item.currency,
    instrument: instrumentView(item),
    description: item.description,
    declineCode: item.declineCode,
    disputed: item.disputed,
    /** The issuer's checks that found something wrong. */
    failedChecks: failedChecks(item.acquirerResponse),
    customer: customerRefView(item),
    createdAt: item.createdAt.toISOString(),
  };
}

function failedChecks(told: PaymentListItem["acquirerResponse"]): FailedCheck[] {
  const found = { cvc: told?.cvcResult, avs: told?.avsResult };
  return FAILED_CHECKS.filter((check) => found[check] === "no_match");
}

export type PaymentListItemView = ReturnType<typeof paymentListItemView>;
export type PaymentListView = SliceView & { payments: Listed<PaymentListItemView>[] };

/** A refund on its payment's screen. */
export function paymentRefundView(item: RefundListItem) {
  return {
    id: item.id,
    status: item.status,
    amount: String(item.amountMinor),
    currency: item.currency,
    reason: item.reason,
    failureReason: item.failureReason,
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
  };
}

/** A refund after a write. */
export function refundMadeView({ id, status, amountMinor, currency }: Refund) {
  return { id, status, amount: String(amountMinor), currency };
}

export type RefundMadeView = ReturnType<typeof refundMadeView>;

/** A payment after a capture or cancellation. */
export function paymentStepView({ id, status, amountCapturedMinor, currency }: Payment) {
  return { id, status, amountCaptured: String(amountCapturedMinor), currency };
}

export type PaymentStepView = ReturnType<typeof paymentStepView>;

export function transferView(transfer: Transfer) {
  return {
    id: transfer.id,
    kind: transfer.kind,
    debit: transfer.debit,
    credit: transfer.credit,
    amount: String(transfer.amountMinor),
    currency: transfer.currency,
    sourceId: transfer.sourceId,
    createdAt: transfer.createdAt.toISOString(),
  };
}

export type TransferView = ReturnType<typeof transferView>;

export function eventWithDeliveriesView(event: EventWithDeliveries) {
  return {
    id: event.id,
    type: event.type,
    objectId: event.objectId,
    createdAt: event.createdAt.toISOString(),
    deliveries: event.deliveries.map((delivery) => ({
      id: delivery.id,
      endpointId: delivery.endpointId,
      endpointUrl: delivery.endpointUrl,
      status: delivery.status,
      attemptCount: delivery.attemptCount,
      responseStatus: delivery.lastResponseStatus,
      failureCause: delivery.lastFailureCause,
      nextAttemptAt: iso(delivery.nextAttemptAt),
      isReplay: delivery.replayOf !== null,
      at: (delivery.finishedAt ?? delivery.createdAt).toISOString(),
    })),
  };
}

export type EventWithDeliveriesView = ReturnType<typeof eventWithDeliveriesView>;

/** The screen of a payment, without the object's JSON. */
export function paymentView(
  detail: PaymentDetail,
  related: {
    refunds: RefundListItem[];
    charge: Entry | null;
    settlement: Settlement | null;
    dispute: { id: string; status: string; evidenceDueBy: Date } | null;
    requests: RequestListItem[];
    actions: ActionsView<"payment">;
    limitLeft: LimitLeft | null;
  },
) {
  const { payment } = detail;
  const { refunds, charge, settlement, dispute, requests, actions, limitLeft } = related;
  return {
    ...paymentListItemView(payment),
    apiStatus: payment.apiStatus,
    /** The operation begun at the rail and not yet recorded as done. */
    step: payment.step,
    amountCaptured: String(payment.amountCapturedMinor),
    /** The amount that can be refunded now. */
    refundable: String(refundableMinor(policyFacts(payment))),
    /** The person's refund limit and its rest for this payment; null without a limit. */
    refundLimit: limitLeftView(limitLeft),
    allowedActions: actions,
    capture: payment.capture,
    card: cardView(payment),
    acquirerResponse: payment.acquirerResponse,
    /** The bank account that was debited. */
    bank: payment.bankLast4 === null ? null : bankAccountView(payment),
    mandate:
      payment.mandateId === null
        ? null
        : {
            id: payment.mandateId,
            scheme: payment.mandateScheme,
            status: payment.mandateStatus,
          },
    /** Progress of a bank payment at the bank; null for other methods. */
    bankPayment: bankPaymentView(payment),
    settles: payment.settles,
    decline: declineView(payment),
    /** The declined payment that it retries. */
    retryOf: payment.retryOf,
    sca: payment.sca,
    exemption: payment.exemption,
    exemptionOutcome: payment.exemptionOutcome,
    statementDescriptor: payment.statementDescriptor,
    paymentMethodId: payment.paymentMethodId,
    subscriptionId: payment.subscriptionId,
    invoiceId: payment.invoiceId,
    metadata: payment.metadata,
    requestId: payment.requestId,
    railReference: payment.railReference,
    railCheckAt: iso(payment.railCheckAt),
    updatedAt: payment.updatedAt.toISOString(),
    expiresAt: iso(payment.expiresAt),
    /** Cost and net of the capture; null before one. */
    charge: charge && {
      ...costView(charge),
      amount: String(charge.amountMinor),
      net: String(charge.net),
      availableOn: charge.availableOn.toISOString(),
    },
    settlement: settlement && settlementRefView(settlement),
    dispute: dispute && { ...dispute, evidenceDueBy: dispute.evidenceDueBy.toISOString() },
    refunds: refunds.map(paymentRefundView),
    attempts: detail.attempts.map(paymentListItemView),
    transfers: detail.transfers.map(transferView),
    events: detail.events.map(eventWithDeliveriesView),
    /** API requests that changed it or failed to. */
    requests: requests.map(requestListItemView),
  };
}

export type PaymentView = ReturnType<typeof paymentView>;

/** A payment's facts under the names that the policies of its verbs read. */
export const policyFacts = (payment: PaymentFacts) => ({ ...payment, status: payment.apiStatus });

function cardView(payment: PaymentFacts) {
  if (payment.cardLast4 === null) return null;
  return {
    brand: payment.cardBrand,
    last4: payment.cardLast4,
    bin: payment.cardBin,
    issuer: payment.cardIssuer,
    country: payment.cardCountry,
    funding: payment.cardFunding,
    fingerprint: payment.cardFingerprint,
    expMonth: payment.cardExpMonth,
    expYear: payment.cardExpYear,
  };
}

function bankAccountView({ bankLast4, bankCountry, bankCode }: PaymentFacts) {
  return { last4: bankLast4, country: bankCountry, code: bankCode };
}

function bankPaymentView(payment: PaymentFacts) {
  const { bankPayment, apiStatus: status, step, railReference } = payment;
  if (!bankPayment) return null;
  return {
    status: bankStatusOf({ status, step, railReference, bankPayment }),
    bankId: bankPayment.bankId,
    payer: bankPayment.payer,
    reference: bankPayment.reference,
    endToEndId: bankPayment.endToEndId,
  };
}

function declineView(payment: PaymentFacts) {
  if (payment.declineCode === null) return null;
  return {
    code: payment.declineCode,
    networkCode: payment.networkDeclineCode,
    advice: payment.adviceCode,
  };
}
