import { and, eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { balanceTransactions as t } from "#db/schema/balance.ts";
import { textOf } from "#db/shards.ts";
import { withParams } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import { recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { shardSql } from "#lib/kernel/shard-sql.ts";
import type { EntryType } from "#lib/kernel/vocabulary/balance.ts";
import { BOOKING_COLUMNS, bookingRow, bookingSql } from "./booking-sql.ts";
import type { ListEntriesRequest } from "./read-balance.ts";
import type { Entry, NewEntry } from "./types.ts";

const BOOKED = [["account_id", "text"], ["mode", "text"], ...BOOKING_COLUMNS] as const;
const BOOK = shardSql(
  (held) => `with booked as materialized (select * from ${recordsSql(1, "row_", BOOKED)}),
  ${bookingSql("booked", held)} select 1`,
);

/** Books an entry and its ledger transfers in the caller's transaction. */
export async function insert(tx: Tx, ctx: Context, entry: NewEntry): Promise<void> {
  const row = { account_id: ctx.accountId, mode: ctx.mode, ...bookingRow(entry) };
  await tx.execute(withParams(textOf(BOOK), recordsValues(BOOKED, [row])));
}

const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

export async function find(ctx: Context, id: string): Promise<Entry | null> {
  const [row] = await db()
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.id, id as Id<"txn">)));
  return row ? toEntry(row, businessNow(ctx)) : null;
}

/** Returns the entry of a type that an object caused, or null. Takes no lock. */
export async function findBySource(
  ctx: Context,
  sourceId: string,
  type: EntryType,
): Promise<Entry | null> {
  const [row] = await db()
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.sourceId, sourceId), eq(t.type, type)));
  return row ? toEntry(row, businessNow(ctx)) : null;
}

/** Returns one page, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListEntriesRequest): Promise<Page<Entry>> {
  const k = keyset(t.id, request);
  const { type, currency, source, settlement } = request;
  const rows = await db()
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        type && eq(t.type, type),
        currency === undefined ? undefined : eq(t.currency, currency),
        source === undefined ? undefined : eq(t.sourceId, source),
        settlement === undefined ? undefined : eq(t.settlementId, settlement as Id<"stl">),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  const moment = businessNow(ctx);
  return mapPage(pageOf(rows, request), (row) => toEntry(row, moment));
}

/** Returns the unsettled sums by currency, divided by whether the cut-off has passed at `moment`. Takes no lock. */
export async function unsettled(
  ctx: Context,
  moment: Date,
): Promise<{ currency: string; pending: bigint; available: bigint }[]> {
  const due = sql`${t.availableOn} <= ${moment}`;
  return await db()
    .select({
      currency: t.currency,
      pending: sql<bigint>`coalesce(sum(${t.net}) filter (where not ${due}), 0)::bigint`,
      available: sql<bigint>`coalesce(sum(${t.net}) filter (where ${due}), 0)::bigint`,
    })
    .from(t)
    .where(and(own(ctx), sql`${t.settlementId} is null`))
    .groupBy(t.currency)
    .orderBy(t.currency);
}

export function toEntry(row: typeof t.$inferSelect, moment: Date): Entry {
  return {
    id: row.id,
    type: row.type as EntryType,
    amountMinor: row.amount,
    currency: row.currency,
    fees: {
      interchange: row.interchange,
      schemeFee: row.schemeFee,
      markup: row.markup,
      commission: row.commission,
    },
    disputeFee: row.disputeFee,
    pricing: pricingOf(row),
    sourceId: row.sourceId,
    paymentId: row.paymentId,
    bookedAt: row.createdAt,
    fee: row.fee,
    net: row.net,
    availableOn: row.availableOn,
    settlementId: row.settlementId,
    status: row.availableOn <= moment ? "available" : "pending",
    mode: row.mode,
  };
}

function pricingOf(row: typeof t.$inferSelect): Entry["pricing"] {
  if (row.region === null) return null;
  return {
    region: row.region,
    cardProduct: row.cardProduct,
    consumerOrCommercial: row.consumerOrCommercial,
    rateBp: row.interchangeRateBp ?? 0,
    fixed: row.interchangeFixed ?? 0n,
  } as Entry["pricing"];
}
