import { sql } from "drizzle-orm";
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  ENTRY_TYPES,
  type EntryType,
  SETTLEMENT_STATUSES,
  type SettlementStatus,
} from "#lib/kernel/vocabulary/balance.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  minorUnits,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
  writtenBy,
} from "./columns.ts";

/** One row per movement of a merchant's acquired funds: the amount, its costs and its cause. Rows are only added;
 * only the settlement that swept a row is set later. */
export const balanceTransactions = pgTable(
  "balance_transactions",
  {
    accountId: accountColumn(),
    id: idColumn("txn", "id").notNull(),
    mode: modeColumn(),
    type: text("type").$type<EntryType>().notNull(),
    currency: text("currency").notNull(),
    /** Positive: in the merchant's favour. */
    amount: minorUnits("amount").notNull(),
    interchange: minorUnits("interchange").notNull().default(sql`0`),
    schemeFee: minorUnits("scheme_fee").notNull().default(sql`0`),
    markup: minorUnits("markup").notNull().default(sql`0`),
    commission: minorUnits("commission").notNull().default(sql`0`),
    disputeFee: minorUnits("dispute_fee").notNull().default(sql`0`),
    fee: minorUnits("fee")
      .notNull()
      .generatedAlwaysAs(sql`interchange + scheme_fee + markup + commission + dispute_fee`),
    net: minorUnits("net")
      .notNull()
      .generatedAlwaysAs(
        sql`amount - interchange - scheme_fee - markup - commission - dispute_fee`,
      ),
    /** How the interchange was priced; null without interchange. */
    region: text("region"),
    cardProduct: text("card_product"),
    consumerOrCommercial: text("consumer_or_commercial"),
    interchangeRateBp: integer("interchange_rate_bp"),
    interchangeFixed: minorUnits("interchange_fixed"),
    /** The object that moved the money: a payment, refund, dispute or settlement. */
    sourceId: text("source_id").notNull(),
    /** The payment that it belongs to, if any. */
    paymentId: idColumn("pay", "payment_id"),
    /** The first cut-off after it, from which it can be swept. */
    availableOn: moment("available_on").notNull(),
    settlementId: idColumn("stl", "settlement_id"),
    createdAt: createdColumn(),
    txId: writtenBy(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    // An object moves money only once, also with concurrent repeats.
    uniqueIndex("balance_transactions_source").on(t.accountId, t.sourceId, t.type),
    index("balance_transactions_created").on(t.accountId, t.mode, t.createdAt, t.id),
    index("balance_transactions_unsettled")
      .on(t.accountId, t.mode, t.createdAt)
      .where(sql`settlement_id is null`),
    index("balance_transactions_settlement")
      .on(t.accountId, t.settlementId, t.id)
      .where(sql`settlement_id is not null`),
    index("balance_transactions_written").on(t.txId),
    modeCheck("balance_transactions", t.mode),
    oneOf("balance_transactions_type_known", t.type, ENTRY_TYPES),
    check(
      "balance_transactions_fees_not_negative",
      sql`least(interchange, scheme_fee, markup, commission, dispute_fee) >= 0`,
    ),
  ],
);

/** A transfer of one day's acquired funds in one currency to the merchant's bank. */
export const settlements = pgTable(
  "settlements",
  {
    accountId: accountColumn(),
    id: idColumn("stl", "id").notNull(),
    mode: modeColumn(),
    status: text("status").$type<SettlementStatus>().notNull(),
    currency: text("currency").notNull(),
    gross: minorUnits("gross").notNull(),
    interchange: minorUnits("interchange").notNull(),
    schemeFee: minorUnits("scheme_fee").notNull(),
    markup: minorUnits("markup").notNull(),
    commission: minorUnits("commission").notNull(),
    refunds: minorUnits("refunds").notNull(),
    /** Including the fees of the disputes. */
    chargebacks: minorUnits("chargebacks").notNull(),
    /** The part of the chargebacks that is fees. */
    disputeFees: minorUnits("dispute_fees").notNull().default(sql`0`),
    /** Signed: returned money (a failed refund, a won dispute). */
    adjustments: minorUnits("adjustments").notNull(),
    net: minorUnits("net").notNull(),
    transactionCount: integer("transaction_count").notNull(),
    /** The period is half-open: from the previous cut-off to its own. */
    periodStart: moment("period_start").notNull(),
    periodEnd: moment("period_end").notNull(),
    arrivalDate: date("arrival_date").notNull(),
    /** When the merchant's bank had the money; null unless paid. */
    paidAt: moment("paid_at"),
    /** When the bank had the money, or is to have it: the start of the arrival date in UTC. */
    arrivesAt: moment("arrives_at")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(paid_at, arrival_date::timestamp at time zone 'UTC')`),
    bankAccountLast4: text("bank_account_last4").notNull(),
    /** The reference on the bank statement; null in live mode until the acquirer reports it. */
    bankReference: text("bank_reference"),
    failureReason: text("failure_reason"),
    /** When to check whether it has arrived; null after arrival or failure. */
    railCheckAt: moment("rail_check_at"),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    // One sweep per cut-off and currency, also with concurrent repeats.
    uniqueIndex("settlements_cutoff").on(t.accountId, t.mode, t.currency, t.periodEnd),
    index("settlements_arrival").on(t.accountId, t.mode, t.arrivalDate, t.id),
    index("settlements_arrives").on(t.accountId, t.mode, t.arrivesAt, t.id),
    index("settlements_bank_reference")
      .on(t.accountId, t.mode, t.bankReference)
      .where(sql`bank_reference is not null`),
    index("settlements_rail_check").on(t.railCheckAt).where(sql`rail_check_at is not null`),
    index("settlements_turns")
      .on(t.accountId, t.mode, t.railCheckAt)
      .where(sql`rail_check_at is not null`),
    modeCheck("settlements", t.mode),
    oneOf("settlements_status_known", t.status, SETTLEMENT_STATUSES),
    check(
      "settlements_add_up",
      sql`net = gross - interchange - scheme_fee - markup - commission - refunds - chargebacks + adjustments`,
    ),
    check(
      "settlements_signs",
      sql`least(gross, interchange, scheme_fee, markup, commission, refunds, chargebacks) >= 0`,
    ),
    check("settlements_dispute_fees", sql`dispute_fees between 0 and chargebacks`),
    check("settlements_pay_out", sql`${t.net} > 0`),
    check("settlements_paid_at", sql`(${t.status} = 'paid') = (${t.paidAt} is not null)`),
  ],
);
