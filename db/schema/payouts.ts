import { sql } from "drizzle-orm";
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import {
  BATCH_FORMATS,
  BATCH_STATUSES,
  type BatchFormat,
  type BatchStatus,
  PAYOUT_RAILS,
  PAYOUT_STATUSES,
  type PayeeResult,
  type PayoutRail,
  type PayoutStatus,
} from "#lib/kernel/vocabulary/payouts.ts";
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
import type { Metadata } from "./customers.ts";

/** The payout balance per currency: the ledger account as one figure. The statement that takes an amount from it
 * checks that it is large enough. */
export const payoutBalances = pgTable(
  "payout_balances",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    currency: text("currency").notNull(),
    amount: minorUnits("amount").notNull(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.currency] }),
    modeCheck("payout_balances", t.mode),
    check("payout_balances_not_overdrawn", sql`${t.amount} >= 0`),
  ],
);

/** Money received by bank transfer for payouts. */
export const fundingCredits = pgTable(
  "funding_credits",
  {
    accountId: accountColumn(),
    id: idColumn("tu", "id").notNull(),
    mode: modeColumn(),
    /** The rail's id of the credit; news with the same id is a repeat. */
    railReference: text("rail_reference").notNull(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    payerName: text("payer_name"),
    receivedAt: moment("received_at").notNull(),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    // Across all accounts: one transfer belongs to one merchant.
    unique("funding_credits_once").on(t.mode, t.railReference),
    index("funding_credits_list").on(t.accountId, t.mode, t.id),
    modeCheck("funding_credits", t.mode),
    check("funding_credits_amount_positive", sql`${t.amount} > 0`),
  ],
);

/** Money sent to a beneficiary's bank account. */
export const payouts = pgTable(
  "payouts",
  {
    accountId: accountColumn(),
    id: idColumn("po", "id").notNull(),
    mode: modeColumn(),
    status: text("status").$type<PayoutStatus>().notNull(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    beneficiaryName: text("beneficiary_name").notNull(),
    iban: text("iban"),
    accountNumber: text("account_number"),
    sortCode: text("sort_code"),
    bic: text("bic"),
    country: text("country").notNull(),
    /** Null until the payee was verified; for a batch that is when its payouts are sent. */
    payeeVerification: text("payee_verification").$type<PayeeResult>(),
    railRequested: text("rail_requested").$type<PayoutRail>().notNull(),
    rail: text("rail").$type<PayoutRail>().notNull(),
    fallbackReason: text("fallback_reason"),
    reference: text("reference"),
    endToEndId: text("end_to_end_id").notNull(),
    /** ISO 20022 reason of a failure or a return. */
    reasonCode: text("reason_code"),
    batchId: idColumn("pob", "batch_id"),
    /** The number of its instruction in the batch, from 1. */
    batchRow: integer("batch_row"),
    arrivalDate: date("arrival_date", { mode: "string" }).notNull(),
    /** When it was first sent by `rail`; it cannot be canceled from then on. By the merchant's clock. */
    sentAt: moment("sent_at"),
    railReference: text("rail_reference"),
    railCheckAt: moment("rail_check_at"),
    /** The earliest time to send it after approval; null if it needs no approval. */
    notBefore: moment("not_before"),
    /** The holder of the rail lease, and its end; null without one. */
    railHeldBy: text("rail_held_by"),
    railHeldUntil: moment("rail_held_until"),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    requestId: idColumn("req", "request_id"),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("payouts_list").on(t.accountId, t.mode, t.id),
    index("payouts_batch").on(t.accountId, t.batchId, t.id).where(sql`batch_id is not null`),
    index("payouts_returned").on(t.accountId, t.mode, t.updatedAt).where(sql`status = 'returned'`),
    index("payouts_rail_check").on(t.railCheckAt).where(sql`rail_check_at is not null`),
    index("payouts_turns")
      .on(t.accountId, t.mode, t.railCheckAt)
      .where(sql`rail_check_at is not null`),
    modeCheck("payouts", t.mode),
    oneOf("payouts_status_known", t.status, PAYOUT_STATUSES),
    oneOf("payouts_rail_known", t.rail, PAYOUT_RAILS),
    oneOf("payouts_rail_requested_known", t.railRequested, PAYOUT_RAILS),
    check("payouts_amount_positive", sql`${t.amount} > 0`),
  ],
);

/** Why an instruction of a batch (or the batch itself: row null) was not accepted. */
export type BatchError = {
  row: number | null;
  code: string;
  param: string | null;
  message: string;
};

/** Payouts that were created by one call. */
export const payoutBatches = pgTable(
  "payout_batches",
  {
    accountId: accountColumn(),
    id: idColumn("pob", "id").notNull(),
    mode: modeColumn(),
    status: text("status").$type<BatchStatus>().notNull(),
    format: text("format").$type<BatchFormat>().notNull(),
    /** Null if none of its instructions has a currency. */
    currency: text("currency"),
    count: integer("count").notNull(),
    /** Sum of all instructions with a readable amount. */
    total: minorUnits("total").notNull(),
    accepted: integer("accepted").notNull(),
    acceptedTotal: minorUnits("accepted_total").notNull(),
    rejected: integer("rejected").notNull(),
    settled: integer("settled").notNull().default(0),
    returned: integer("returned").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    canceled: integer("canceled").notNull().default(0),
    errors: jsonb("errors").$type<BatchError[]>().notNull().default([]),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    requestId: idColumn("req", "request_id"),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("payout_batches_list").on(t.accountId, t.mode, t.id),
    modeCheck("payout_batches", t.mode),
    oneOf("payout_batches_status_known", t.status, BATCH_STATUSES),
    oneOf("payout_batches_format_known", t.format, BATCH_FORMATS),
    check("payout_batches_parts", sql`${t.accepted} + ${t.rejected} = ${t.count}`),
    check(
      "payout_batches_outcomes",
      sql`${t.settled} + ${t.returned} + ${t.failed} + ${t.canceled} <= ${t.accepted}
          and least(${t.settled}, ${t.returned}, ${t.failed}, ${t.canceled}) >= 0`,
    ),
  ],
);
