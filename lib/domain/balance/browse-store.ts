import { and, count, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { balanceTransactions as t } from "#db/schema/balance.ts";
import { disputes as d } from "#db/schema/disputes.ts";
import { payments as p } from "#db/schema/payments.ts";
import { refunds as r } from "#db/schema/refunds.ts";
import { within } from "#db/time-filters.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { EntryPlace, EntryType } from "#lib/kernel/vocabulary/balance.ts";
import { toEntry } from "./store.ts";
import type { EntryFilter, EntryListItem } from "./types.ts";

const ofPayment = and(eq(p.accountId, t.accountId), eq(p.id, t.paymentId));

/** Returns one page of the balance transactions that match the filter, newest first. Takes no lock. */
export async function listEntryItems(
  ctx: Context,
  filter: EntryFilter,
  page: KeysetPage,
): Promise<KeysetSlice<EntryListItem>> {
  const moment = businessNow(ctx);
  const slice = await readPage(t.id, page, async (bound, order, take) => {
    const rows = await db()
      .select({
        entry: t,
        description: p.description,
        method: p.method,
        cardBrand: p.cardBrand,
        cardLast4: p.cardLast4,
        cardCountry: p.cardCountry,
      })
      .from(t)
      .leftJoin(p, ofPayment)
      .where(and(matching(ctx, filter, moment), bound))
      .orderBy(order)
      .limit(take);
    return rows.map(({ entry, ...payment }) => {
      const found = toEntry(entry, moment);
      const place: EntryPlace = found.settlementId === null ? found.status : "settled";
      return { ...found, ...payment, place };
    });
  });
  return slice;
}

/** Returns the exact number of balance transactions that match the filter. Takes no lock. */
export async function countEntryItems(ctx: Context, filter: EntryFilter): Promise<number> {
  const [row] = await db()
    .select({ total: count() })
    .from(t)
    .where(matching(ctx, filter, businessNow(ctx)));
  return Number(row?.total ?? 0);
}

function matching(ctx: Context, filter: EntryFilter, moment: Date): SQL | undefined {
  const { types, currencies, places, settlementId, search } = filter;
  return and(
    eq(t.accountId, ctx.accountId),
    eq(t.mode, ctx.mode),
    types?.length ? inArray(t.type, [...types] as EntryType[]) : undefined,
    currencies?.length ? inArray(t.currency, [...currencies]) : undefined,
    places?.length ? or(...places.map((place) => isIn(place, moment))) : undefined,
    filter.created ? within(t.createdAt, filter.created) : undefined,
    settlementId ? eq(t.settlementId, settlementId as Id<"stl">) : undefined,
    search ? meaning(ctx, search) : undefined,
  );
}

function isIn(place: EntryPlace, moment: Date): SQL | undefined {
  if (place === "settled") return isNotNull(t.settlementId);
  const due = sql`${t.availableOn} <= ${sql.param(moment, t.availableOn)}`;
  return and(isNull(t.settlementId), place === "available" ? due : sql`not (${due})`);
}

/** A payment's id also finds the entries of its refunds and its dispute. Searches by their ids, which are indexed. */
function meaning(ctx: Context, text: string): SQL | undefined {
  if (text.startsWith("txn_")) return eq(t.id, text as Id<"txn">);
  if (text.startsWith("stl_")) return eq(t.settlementId, text as Id<"stl">);
  if (!text.startsWith("pay_")) return eq(t.sourceId, text);
  const itsRefunds = db()
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.accountId, ctx.accountId), eq(r.paymentId, text as Id<"pay">)));
  const itsDisputes = db()
    .select({ id: d.id })
    .from(d)
    .where(and(eq(d.accountId, ctx.accountId), eq(d.paymentId, text as Id<"pay">)));
  return or(
    eq(t.sourceId, text),
    inArray(t.sourceId, itsRefunds),
    inArray(t.sourceId, itsDisputes),
  );
}

/** Returns net and fees that objects of a page were booked with, by their ids, as text in minor units. Takes no lock. */
export async function entriesFigures(
  ctx: Context,
  type: EntryType,
  sourceIds: readonly string[],
): Promise<Map<string, { net: string; fees: string }>> {
  const rows = await db()
    .select({ sourceId: t.sourceId, net: t.net, fee: t.fee })
    .from(t)
    .where(
      and(
        eq(t.accountId, ctx.accountId),
        eq(t.mode, ctx.mode),
        eq(t.type, type),
        inArray(t.sourceId, [...sourceIds]),
      ),
    );
  return new Map(
    rows.map(({ sourceId, net, fee }) => [sourceId, { net: `${net}`, fees: `${fee}` }]),
  );
}
