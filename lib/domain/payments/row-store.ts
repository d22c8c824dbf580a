import { payments } from "#db/schema/payments.ts";
import { selectList } from "#db/sql-text.ts";
import type { PaymentMethodName } from "#lib/domain/payment-methods/index.ts";
import type { AdviceCode, ExemptionOutcome, Sca } from "#lib/rails/index.ts";
import type { Exemption, Payment } from "./types.ts";

/** A row of `payments`, with the same names from the query builder and from hand-written SQL. */
export type PaymentRow = typeof payments.$inferSelect;

/** Every column of `payments p`, named as in `PaymentRow`, for hand-written SQL. */
export const PAYMENT_COLUMNS = selectList(payments, "p");

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    accountId: row.accountId,
    mode: row.mode,
    status: row.status,
    amountMinor: row.amount,
    amountCapturedMinor: row.amountCaptured,
    amountRefundedMinor: row.amountRefunded,
    step: row.step,
    captureMinor: row.captureAmount,
    currency: row.currency,
    method: row.method as PaymentMethodName,
    capture: row.capture,
    customerId: row.customerId,
    paymentMethodId: row.paymentMethodId,
    railToken: row.railToken,
    bankPayment: row.bankPayment,
    storedCredential: row.storedCredential,
    initiator: row.initiator,
    description: row.description,
    statementDescriptor: row.statementDescriptor,
    returnUrl: row.returnUrl,
    redirectUrl: row.redirectUrl,
    settles: row.settles,
    sca: row.sca as Sca | null,
    exemption: row.exemption as Exemption | null,
    exemptionOutcome: row.exemptionOutcome as ExemptionOutcome | null,
    decline: declineOf(row),
    card: chargedCardOf(row),
    outcome: row.outcome,
    disputed: row.disputed,
    mandateId: row.mandateId,
    subscriptionId: row.subscriptionId,
    invoiceId: row.invoiceId,
    settlementId: row.settlementId,
    metadata: row.metadata,
    requestId: row.requestId,
    railReference: row.railReference,
    railCheckAt: row.railCheckAt,
    expiresUncaptured: row.expiresUncaptured,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
  };
}

function declineOf(row: PaymentRow): Payment["decline"] {
  if (row.declineCode === null) return null;
  return {
    declineCode: row.declineCode,
    networkCode: row.networkDeclineCode,
    adviceCode: row.adviceCode as AdviceCode | null,
  };
}

/** The card columns that payments and payment methods share. */
type CardColumns = Pick<
  PaymentRow,
  | "cardBrand"
  | "cardLast4"
  | "cardBin"
  | "cardIssuer"
  | "cardCountry"
  | "cardFunding"
  | "cardFingerprint"
>;

export function chargedCardOf(row: CardColumns): Payment["card"] {
  if (row.cardLast4 === null) return null;
  return {
    brand: row.cardBrand ?? "",
    last4: row.cardLast4,
    bin: row.cardBin ?? "",
    issuer: row.cardIssuer ?? "",
    country: row.cardCountry ?? "",
    funding: row.cardFunding ?? "",
    fingerprint: row.cardFingerprint ?? "",
  };
}
