import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import {
  accountColumn,
  createdColumn,
  idColumn,
  minorUnits,
  modeCheck,
  modeColumn,
} from "./columns.ts";

/** Double entry as transfers: each row debits one ledger account and credits another with the same amount, so the
 * ledger balances by construction. Rows are only added. */
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
  ],
);
