import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import pg from "pg";
import { db, schema } from "#db/client.ts";
import { textOf } from "#db/shards.ts";
import { withParams } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { shardSql } from "#lib/kernel/shard-sql.ts";
import type { LedgerAccount, TransferKind } from "#lib/kernel/vocabulary/ledger.ts";
import { type JournalRange, journalSql } from "./journal-sql.ts";
import { TRANSFER_COLUMNS, transfersRow, transfersSql } from "./transfer-sql.ts";
import type { NewTransfer, Transfer } from "./types.ts";

const { ledgerTransfers: t } = schema;

const OWNED = [["account_id", "text"], ["mode", "text"], ...TRANSFER_COLUMNS] as const;
const BOOK = shardSql(
  (held) => `with booked as materialized (select * from ${recordsSql(1, "row_", OWNED)}),
  ${transfersSql("booked", held)} select 1`,
);

/** Books transfers in the caller's transaction. */
export async function recordTransfersIn(
  tx: Tx,
  ctx: Context,
  transfers: readonly NewTransfer[],
  bookedAt: Date,
): Promise<void> {
  if (transfers.length === 0) return;
  const owned = { account_id: ctx.accountId, mode: ctx.mode };
  const row = { ...owned, ...transfersRow(transfers, bookedAt) };
  await tx.execute(withParams(textOf(BOOK), recordsValues(OWNED, [row])));
}

/** Returns all transfers with these sources, oldest first. Takes no lock. */
export async function transfersOf(ctx: Context, sourceIds: readonly string[]): Promise<Transfer[]> {
  const rows = await db()
    .select()
    .from(t)
    .where(and(eq(t.accountId, ctx.accountId), inArray(t.sourceId, [...sourceIds])))
    .orderBy(asc(t.id));
  return rows.map(toTransfer);
}

/** `journalSql` with quoted values, because COPY takes no parameters. */
export const journalCopySql = (range: JournalRange): string => journalSql(range, pg.escapeLiteral);

function toTransfer(row: typeof t.$inferSelect): Transfer {
  return {
    id: row.id,
    kind: row.kind as TransferKind,
    debit: row.debit as LedgerAccount,
    credit: row.credit as LedgerAccount,
    amountMinor: row.amount,
    currency: row.currency,
    sourceId: row.sourceId,
    createdAt: row.createdAt,
  };
}

/** Returns credits less debits of a ledger account, by currency. Takes no lock. */
export async function balancesOf(
  ctx: Context,
  account: LedgerAccount,
): Promise<{ currency: string; amountMinor: bigint }[]> {
  const signed: SQL<bigint> = sql`sum(case when ${t.credit} = ${account} then ${t.amount} else -${t.amount} end)::bigint`;
  const rows = await db()
    .select({ currency: t.currency, amountMinor: signed })
    .from(t)
    .where(
      and(
        eq(t.accountId, ctx.accountId),
        eq(t.mode, ctx.mode),
        sql`${account} in (${t.debit}, ${t.credit})`,
      ),
    )
    .groupBy(t.currency)
    .orderBy(asc(t.currency));
  return rows;
}
