import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { PAYMENT_OUTCOMES } from "#lib/kernel/vocabulary/payments.ts";
import {
  accountColumn,
  idColumn,
  minorUnits,
  modeColumn,
  moment,
  oneOf,
  transactionId,
  writtenBy,
} from "./columns.ts";

/** Facts about payments in commit order: rows are only added, and a row of weight -1 takes an earlier one back. The
 * rollups read on from where they stopped. */
export const paymentOutcomes = pgTable(
  "payment_outcomes",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    paymentId: idColumn("pay", "payment_id").notNull(),
    outcome: text("outcome").$type<(typeof PAYMENT_OUTCOMES)[number]>().notNull(),
    weight: smallint("weight").notNull().default(1),
    txId: writtenBy(),
  },
  (t) => [
    primaryKey({
      name: "payment_outcomes_pk",
      columns: [t.txId, t.accountId, t.paymentId, t.outcome, t.weight],
    }),
    oneOf("payment_outcomes_known", t.outcome, PAYMENT_OUTCOMES),
  ],
);

/** The declined payment that a later one retried, and the payments of one retry chain (decisions §6). */
export const paymentRetries = pgTable(
  "payment_retries",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    paymentId: idColumn("pay", "payment_id").notNull(),
    /** When the payment was created. */
    createdAt: moment("created_at").notNull(),
    /** Null for the first payment of a chain. */
    retryOf: idColumn("pay", "retry_of"),
    /** The first payment of the retry chain. */
    chain: idColumn("pay", "chain").notNull(),
    /** Whether it succeeded, and so recovered the earlier declines of its chain. */
    recovered: boolean("recovered").notNull(),
    declined: boolean("declined").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.paymentId] }),
    index("payment_retries_of").on(t.accountId, t.retryOf),
    index("payment_retries_successes")
      .on(t.accountId, t.chain, t.createdAt, t.paymentId)
      .where(sql`recovered`),
    index("payment_retries_declines")
      .on(t.accountId, t.chain, t.createdAt, t.paymentId)
      .where(sql`declined`),
  ],
);

const count = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);
const sum = (name: string) => minorUnits(name).notNull().default(sql`0`);

/** A slice of time and one value of one dimension (`all` with an empty value is everything). Grains: 0 a quarter of
 * an hour, 1 an hour, 2 a day and 3 a month in UTC. */
const slice = () => ({
  accountId: accountColumn(),
  mode: modeColumn(),
  dimension: text("dimension").notNull(),
  grain: smallint("grain").notNull(),
  bucket: moment("bucket").notNull(),
  currency: text("currency").notNull(),
  value: text("value").notNull(),
});

/** Sums of payment outcomes by the payment's creation. */
export const outcomeRollups = pgTable(
  "outcome_rollups",
  {
    ...slice(),
    approved: count("approved"),
    declined: count("declined"),
    softDeclined: count("soft_declined"),
    authenticationFailed: count("authentication_failed"),
    abandoned: count("abandoned"),
    recovered: count("recovered"),
    approvedAmount: sum("approved_amount"),
    declinedAmount: sum("declined_amount"),
    softDeclinedAmount: sum("soft_declined_amount"),
    recoveredAmount: sum("recovered_amount"),
  },
  (t) => [
    primaryKey({
      name: "outcome_rollups_pk",
      columns: [t.accountId, t.mode, t.dimension, t.grain, t.currency, t.bucket, t.value],
    }),
  ],
);

/** Sums of costs of charges by their booking. */
export const costRollups = pgTable(
  "cost_rollups",
  {
    ...slice(),
    charges: count("charges"),
    amount: sum("amount"),
    interchange: sum("interchange"),
    schemeFee: sum("scheme_fee"),
    markup: sum("markup"),
    commission: sum("commission"),
    /** The highest fee of one charge: shows where the most expensive charges are. */
    maxFee: sum("max_fee"),
  },
  (t) => [
    primaryKey({
      name: "cost_rollups_pk",
      columns: [t.accountId, t.mode, t.dimension, t.grain, t.currency, t.bucket, t.value],
    }),
  ],
);

const dimension = (name: string) => text(name).notNull();

/** Payments that are equal in every dimension, by a hash of the following columns. Columns that depend on the outcome
 * are null if they do not apply. */
export const outcomeKinds = pgTable(
  "outcome_kinds",
  {
    key: uuid("key").primaryKey(),
    accountId: accountColumn(),
    mode: modeColumn(),
    currency: text("currency").notNull(),
    reason: text("reason"),
    declineKind: text("decline_kind"),
    method: dimension("method"),
    scheme: dimension("scheme"),
    issuerCountry: dimension("issuer_country"),
    issuer: dimension("issuer"),
    bin: dimension("bin"),
    funding: dimension("funding"),
    sca: dimension("sca"),
    exemptionOutcome: dimension("exemption_outcome"),
    amountBand: dimension("amount_band"),
  },
  (t) => [index("outcome_kinds_own").on(t.accountId, t.mode, t.currency)],
);

/** Charges that are equal in every dimension. */
export const costKinds = pgTable(
  "cost_kinds",
  {
    key: uuid("key").primaryKey(),
    accountId: accountColumn(),
    mode: modeColumn(),
    currency: text("currency").notNull(),
    method: dimension("method"),
    region: dimension("region"),
    cardProduct: dimension("card_product"),
    scheme: dimension("scheme"),
    funding: dimension("funding"),
    consumerOrCommercial: dimension("consumer_or_commercial"),
    issuerCountry: dimension("issuer_country"),
  },
  (t) => [index("cost_kinds_own").on(t.accountId, t.mode, t.currency)],
);

/** A kind and a slice of time: quarters of an hour, days and months in UTC. */
const kindSlice = () => ({
  kind: uuid("kind").notNull(),
  grain: smallint("grain").notNull(),
  bucket: moment("bucket").notNull(),
});
/** Null instead of 0, which is the most frequent value. */
const sparseCount = (name: string) => bigint(name, { mode: "number" });

/** Sums of payment outcomes by kind: filtered figures are added up from these. */
export const outcomeKindSums = pgTable(
  "outcome_kind_sums",
  {
    ...kindSlice(),
    approved: sparseCount("approved"),
    declined: sparseCount("declined"),
    softDeclined: sparseCount("soft_declined"),
    authenticationFailed: sparseCount("authentication_failed"),
    abandoned: sparseCount("abandoned"),
    recovered: sparseCount("recovered"),
    approvedAmount: minorUnits("approved_amount"),
    declinedAmount: minorUnits("declined_amount"),
    softDeclinedAmount: minorUnits("soft_declined_amount"),
    recoveredAmount: minorUnits("recovered_amount"),
  },
  (t) => [primaryKey({ name: "outcome_kind_sums_pk", columns: [t.kind, t.grain, t.bucket] })],
);

/** Sums of costs of charges by kind. */
export const costKindSums = pgTable(
  "cost_kind_sums",
  {
    ...kindSlice(),
    charges: sparseCount("charges"),
    amount: minorUnits("amount"),
    interchange: minorUnits("interchange"),
    schemeFee: minorUnits("scheme_fee"),
    markup: minorUnits("markup"),
    commission: minorUnits("commission"),
    maxFee: minorUnits("max_fee"),
  },
  (t) => [primaryKey({ name: "cost_kind_sums_pk", columns: [t.kind, t.grain, t.bucket] })],
);

/** Values of two groups of dimensions (`pairs` of the rollup, by number), by a hash of the following columns. Dimensions of
 * other groups are null. */
export const outcomePairs = pgTable(
  "outcome_pairs",
  {
    key: uuid("key").primaryKey(),
    accountId: accountColumn(),
    mode: modeColumn(),
    currency: text("currency").notNull(),
    pair: smallint("pair").notNull(),
    method: text("method"),
    scheme: text("scheme"),
    funding: text("funding"),
    issuerCountry: text("issuer_country"),
    sca: text("sca"),
    exemptionOutcome: text("exemption_outcome"),
    amountBand: text("amount_band"),
  },
  (t) => [index("outcome_pairs_own").on(t.accountId, t.mode, t.currency, t.pair)],
);

/** The same of charges. */
export const costPairs = pgTable(
  "cost_pairs",
  {
    key: uuid("key").primaryKey(),
    accountId: accountColumn(),
    mode: modeColumn(),
    currency: text("currency").notNull(),
    pair: smallint("pair").notNull(),
    method: text("method"),
    region: text("region"),
    cardProduct: text("card_product"),
    scheme: text("scheme"),
    funding: text("funding"),
    consumerOrCommercial: text("consumer_or_commercial"),
    issuerCountry: text("issuer_country"),
  },
  (t) => [index("cost_pairs_own").on(t.accountId, t.mode, t.currency, t.pair)],
);

/** A pair and a day of UTC: its hours, and the sums of each in the same order. Rows are only added: one when the day is
 * summed, one for each later transaction of the roller that changes it. */
const pairDay = () => ({
  pair: uuid("pair").notNull(),
  day: moment("day").notNull(),
  txId: writtenBy(),
  hours: smallint("hours").array().notNull(),
});
/** Null if all are null. */
const sumsOf = (name: string) => bigint(name, { mode: "bigint" }).array();

export const outcomePairSums = pgTable(
  "outcome_pair_sums",
  {
    ...pairDay(),
    approved: sumsOf("approved"),
    declined: sumsOf("declined"),
    softDeclined: sumsOf("soft_declined"),
    authenticationFailed: sumsOf("authentication_failed"),
    abandoned: sumsOf("abandoned"),
    recovered: sumsOf("recovered"),
    approvedAmount: sumsOf("approved_amount"),
    declinedAmount: sumsOf("declined_amount"),
    softDeclinedAmount: sumsOf("soft_declined_amount"),
    recoveredAmount: sumsOf("recovered_amount"),
  },
  (t) => [primaryKey({ name: "outcome_pair_sums_pk", columns: [t.pair, t.day, t.txId] })],
);

export const costPairSums = pgTable(
  "cost_pair_sums",
  {
    ...pairDay(),
    charges: sumsOf("charges"),
    amount: sumsOf("amount"),
    interchange: sumsOf("interchange"),
    schemeFee: sumsOf("scheme_fee"),
    markup: sumsOf("markup"),
    commission: sumsOf("commission"),
    maxFee: sumsOf("max_fee"),
  },
  (t) => [primaryKey({ name: "cost_pair_sums_pk", columns: [t.pair, t.day, t.txId] })],
);

/** The weeks (Monday to Sunday in UTC) in which an account has sums of kinds, and whether they are summed by pairs too:
 * null until that is decided, false if the account has too few payments. */
export const pairedWeeks = pgTable(
  "paired_weeks",
  {
    rollup: text("rollup").notNull(),
    accountId: accountColumn(),
    mode: modeColumn(),
    week: moment("week").notNull(),
    paired: boolean("paired"),
  },
  (t) => [
    primaryKey({ name: "paired_weeks_pk", columns: [t.rollup, t.accountId, t.mode, t.week] }),
    index("paired_weeks_due").on(t.rollup, t.week).where(sql`paired is null`),
  ],
);

/** The transaction id up to which a rollup has read: it contains everything written by earlier ones. */
export const rollupProgress = pgTable("rollup_progress", {
  rollup: text("rollup").primaryKey(),
  rolledTo: transactionId("rolled_to").notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});
