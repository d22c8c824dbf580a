import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { TRANSFER_KINDS } from "#lib/kernel/vocabulary/ledger.ts";
import {
  accountColumn,
  bytea,
  createdColumn,
  idColumn,
  minorUnits,
  modeCheck,
  modeColumn,
  writtenBy,
} from "./columns.ts";

/** Ids of transfers in one column. */
const idsColumn = () => text("ids").array().notNull();

/** The chart of accounts as a condition: each kind of transfer debits and credits the accounts that it may. */
const CHART = Object.entries(TRANSFER_KINDS)
  .map(([kind, { debit, credit }]) => `('${kind}', '${debit}', '${credit}')`)
  .join(", ");

/** Double entry as transfers: each row debits one ledger account and credits another with the same amount, so the
 * ledger balances by construction. The service's role cannot change or delete rows (`db/roles.ts`). */
export const ledgerTransfers = pgTable(
  "ledger_transfers",
  {
    accountId: accountColumn(),
    id: idColumn("ltr", "id").notNull(),
    mode: modeColumn(),
    kind: text("kind").notNull(),
    debit: text("debit").notNull(),
    credit: text("credit").notNull(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    /** The object that moved the money: a payment, a refund. */
    sourceId: text("source_id").notNull(),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("ledger_transfers_source").on(t.accountId, t.sourceId),
    index("ledger_transfers_list").on(t.accountId, t.mode, t.id),
    // The books check sums these; an account can have millions of others.
    index("ledger_transfers_payouts")
      .on(t.accountId, t.mode)
      .where(
        sql`kind in ('topup', 'payout', 'payout_settled', 'payout_released', 'payout_returned')`,
      ),
    // Bank reconciliation reads these by day.
    index("ledger_transfers_bank")
      .on(t.accountId, t.mode, t.createdAt, t.id)
      .where(sql`kind in ('settlement_paid', 'payout_settled', 'payout_returned')`),
    modeCheck("ledger_transfers", t.mode),
    check("ledger_transfers_amount_positive", sql`${t.amount} > 0`),
    check("ledger_transfers_two_sides", sql`${t.debit} <> ${t.credit}`),
    check("ledger_transfers_chart", sql`(kind, debit, credit) in (${sql.raw(CHART)})`),
  ],
);

/** Transfers that are in no block yet: one row per booking, written with them and deleted when they are sealed. */
export const ledgerUnsealed = pgTable(
  "ledger_unsealed",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    firstId: idColumn("ltr", "first_id").notNull(),
    ids: idsColumn(),
    /** Sealed once no older transaction is running. */
    txId: writtenBy(),
  },
  (t) => [primaryKey({ columns: [t.txId, t.firstId] })],
);

/** The chain of a ledger's blocks, each with the hash of the one before (docs/decisions/0037): the ids of its transfers in
 * order and the SHA-256 of each, one after the other. The service's role can only add rows. */
export const ledgerBlocks = pgTable(
  "ledger_blocks",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    /** 1, 2, 3, … without a gap. */
    number: bigint("number", { mode: "number" }).notNull(),
    entries: integer("entries").notNull(),
    ids: idsColumn(),
    hashes: bytea("hashes").notNull(),
    /** The lowest and the highest of its ids. */
    lowestId: idColumn("ltr", "lowest_id").notNull(),
    highestId: idColumn("ltr", "highest_id").notNull(),
    hash: bytea("hash").notNull(),
    sealedAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.number] }),
    index("ledger_blocks_ids").on(t.accountId, t.mode, t.highestId),
  ],
);

/** Debits and credits of each ledger account by the sealed transfers of a day: the assertions of the exported journal. */
export const ledgerDays = pgTable(
  "ledger_days",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    account: text("account").notNull(),
    currency: text("currency").notNull(),
    /** In UTC. */
    day: date("day").notNull(),
    debits: minorUnits("debits").notNull(),
    credits: minorUnits("credits").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.mode, t.account, t.currency, t.day] })],
);

/** Sums of kinds of transfers, in parallel arrays: kind and currency with the number of transfers and their amount. */
const kindSums = () => ({
  kinds: text("kinds").array().notNull(),
  currencies: text("currencies").array().notNull(),
  counts: bigint("counts", { mode: "bigint" }).array().notNull(),
  amounts: bigint("amounts", { mode: "bigint" }).array().notNull(),
});

/** The sums of each block by day (UTC) of its transfers, written when it is sealed. The service's role can only add rows. */
export const ledgerSums = pgTable(
  "ledger_sums",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    /** The block. */
    number: bigint("number", { mode: "number" }).notNull(),
    day: date("day").notNull(),
    ...kindSums(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.number, t.day] }),
    index("ledger_sums_days").on(t.accountId, t.mode, t.day),
  ],
);

/** The sums of all blocks up to every hundredth one, so that the sum of a whole ledger reads few rows. The service's role can
 * only add rows. */
export const ledgerTotals = pgTable(
  "ledger_totals",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    /** The last block of the sums. */
    number: bigint("number", { mode: "number" }).notNull(),
    ...kindSums(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.mode, t.number] })],
);

/** Ledgers with blocks that may lack their sums or totals. */
export const ledgerSumsDue = pgTable(
  "ledger_sums_due",
  { accountId: accountColumn(), mode: modeColumn() },
  (t) => [primaryKey({ columns: [t.accountId, t.mode] })],
);
