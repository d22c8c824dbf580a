import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  CAPTURE_MODES,
  type CaptureMode,
  type CheckResult,
  type CredentialUse,
  INITIATORS,
  type Initiator,
  PAYMENT_OUTCOMES,
  PAYMENT_STATUSES,
  PAYMENT_STEPS,
  type PaymentOutcomeName,
  type PaymentStatus,
  type PaymentStep,
} from "#lib/kernel/vocabulary/payments.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  minorUnits,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";
import { customers, type Metadata } from "./customers.ts";

/** Additional fields of a bank payment. */
export type BankPaymentFacts = {
  /** Null until the payer has chosen. */
  bankId: string | null;
  payer: { name: string | null; country: string | null };
  reference: string;
  endToEndId: string;
  /** Whether the payer has opened the bank's page. */
  opened: boolean;
};

/** Acquirer response of a card payment. */
export type AcquirerFacts = {
  eci: string | null;
  liabilityShift: boolean | null;
  avsResult: CheckResult | null;
  cvcResult: CheckResult | null;
  arn: string | null;
};

export const payments = pgTable(
  "payments",
  {
    accountId: accountColumn(),
    id: idColumn("pay", "id").notNull(),
    mode: modeColumn(),
    status: text("status").$type<PaymentStatus>().notNull(),
    /** When to ask the rail for the outcome; null if there is nothing to ask. */
    railCheckAt: moment("rail_check_at"),
    /** The holder of the rail lease, and its end; null without one. */
    railHeldBy: text("rail_held_by"),
    railHeldUntil: moment("rail_held_until"),
    /** The operation begun at the rail and not recorded as done yet; at most one at a time. */
    step: text("step").$type<PaymentStep>(),
    /** The amount that a capture asks for. */
    captureAmount: minorUnits("capture_amount"),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    method: text("method").notNull(),
    capture: text("capture").$type<CaptureMode>().notNull().default("automatic"),
    amountCaptured: minorUnits("amount_captured").notNull().default(sql`0`),
    /** Refunds that settled or may still settle; a failed or canceled refund no longer counts. */
    amountRefunded: minorUnits("amount_refunded").notNull().default(sql`0`),
    customerId: idColumn("cus", "customer_id"),
    paymentMethodId: idColumn("pm", "payment_method_id"),
    /** The token to charge if no payment method is stored, such as a used BLIK code. */
    railToken: text("rail_token"),
    /** Whether the credential had been charged before, as sent to the rail. */
    storedCredential: text("stored_credential").$type<CredentialUse>().notNull().default("first"),
    /** The payer, or the merchant under the payer's mandate; a challenge is impossible then. */
    initiator: text("initiator").$type<Initiator>().notNull().default("payer"),
    description: text("description"),
    statementDescriptor: text("statement_descriptor"),
    returnUrl: text("return_url"),
    nextAction: text("next_action"),
    redirectUrl: text("redirect_url"),
    settles: text("settles"),
    sca: text("sca"),
    exemption: text("exemption"),
    exemptionOutcome: text("exemption_outcome"),
    declineCode: text("decline_code"),
    networkDeclineCode: text("network_decline_code"),
    adviceCode: text("advice_code"),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    cardBin: text("card_bin"),
    cardIssuer: text("card_issuer"),
    cardCountry: text("card_country"),
    cardFunding: text("card_funding"),
    cardFingerprint: text("card_fingerprint"),
    acquirerResponse: jsonb("acquirer_response").$type<AcquirerFacts>(),
    /** Set for bank payments, whose ids begin with `bp_`; null for all others. */
    bankPayment: jsonb("bank_payment").$type<BankPaymentFacts>(),
    /** Null until it is known; an approved payment stays approved when it is canceled. */
    outcome: text("outcome").$type<PaymentOutcomeName>(),
    disputed: boolean("disputed").notNull().default(false),
    mandateId: text("mandate_id"),
    subscriptionId: text("subscription_id"),
    invoiceId: text("invoice_id"),
    /** The declined payment that this one retries without the payer. */
    retryOf: idColumn("pay", "retry_of"),
    settlementId: text("settlement_id"),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    /** The request that created it, for the timeline. */
    requestId: idColumn("req", "request_id"),
    railReference: text("rail_reference"),
    /** Whether an uncaptured authorisation expires, which depends on the caller's version. */
    expiresUncaptured: boolean("expires_uncaptured").notNull().default(false),
    expiresAt: moment("expires_at"),
    createdAt: createdColumn(),
    /** The time of the decline if the payment was declined. */
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("payments_list").on(t.accountId, t.mode, t.id),
    index("payments_created").on(t.accountId, t.mode, t.createdAt, t.id),
    index("payments_status").on(t.accountId, t.mode, t.status, t.id),
    // Payments with a refund are few among the succeeded ones.
    index("payments_refunded").on(t.accountId, t.mode, t.id).where(sql`amount_refunded > 0`),
    index("payments_customer").on(t.accountId, t.customerId, t.id),
    index("payments_method").on(t.accountId, t.paymentMethodId, t.id),
    index("payments_last4").on(t.accountId, t.mode, t.cardLast4, t.id),
    index("payments_liability")
      .on(t.accountId, t.mode, sql`(acquirer_response ->> 'liabilityShift')`, t.id)
      .where(sql`acquirer_response ->> 'liabilityShift' is not null`),
    // Candidates for `retry_of` of a later payment.
    index("payments_declined_card")
      .on(t.accountId, t.mode, t.cardFingerprint, t.createdAt)
      .where(sql`outcome = 'declined'`),
    index("payments_declined_customer")
      .on(t.accountId, t.mode, t.customerId, t.createdAt)
      .where(sql`outcome = 'declined' and customer_id is not null`),
    index("payments_settlement")
      .on(t.accountId, t.settlementId, t.id)
      .where(sql`settlement_id is not null`),
    index("payments_invoice").on(t.accountId, t.invoiceId, t.id).where(sql`invoice_id is not null`),
    // A payment is retried at most once.
    uniqueIndex("payments_retry_of").on(t.accountId, t.retryOf).where(sql`retry_of is not null`),
    index("payments_rail_check").on(t.railCheckAt).where(sql`rail_check_at is not null`),
    index("payments_turns")
      .on(t.accountId, t.mode, t.railCheckAt)
      .where(sql`rail_check_at is not null`),
    foreignKey({
      columns: [t.accountId, t.customerId],
      foreignColumns: [customers.accountId, customers.id],
    }),
    modeCheck("payments", t.mode),
    oneOf("payments_status_known", t.status, PAYMENT_STATUSES),
    oneOf("payments_capture_known", t.capture, CAPTURE_MODES),
    oneOf("payments_initiator_known", t.initiator, INITIATORS),
    oneOf("payments_step_known", t.step, PAYMENT_STEPS),
    oneOf("payments_outcome_known", t.outcome, PAYMENT_OUTCOMES),
    check(
      "payments_bank_payment",
      sql`(${t.bankPayment} is not null) = (${t.method} = 'bank_payment')`,
    ),
    check("payments_capture_within", sql`${t.captureAmount} between 1 and ${t.amount}`),
    check("payments_amount_positive", sql`${t.amount} > 0`),
    check("payments_captured_within", sql`${t.amountCaptured} between 0 and ${t.amount}`),
    check("payments_refunded_within", sql`${t.amountRefunded} between 0 and ${t.amountCaptured}`),
  ],
);
