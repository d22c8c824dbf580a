import { and, count, desc, eq, ilike, inArray, like, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { customers as c } from "#db/schema/customers.ts";
import { paymentMethods as m } from "#db/schema/payment-methods.ts";
import { payments as p } from "#db/schema/payments.ts";
import { beginning, containing } from "#db/sql-text.ts";
import { hasTag } from "#db/tags.ts";
import { within } from "#db/time-filters.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { CustomerFilter, CustomerListItem, CustomerTotal } from "./types.ts";

/** Use for the rows of one page only: each reads all payments of a customer through an index. */
const bought = (ctx: Context) =>
  db()
    .select({
      payments: sql<number>`count(*) filter (where ${p.status} = 'succeeded')::int`.as("payments"),
      lastPaymentAt: sql<Date | null>`max(${p.createdAt})`
        .mapWith(p.createdAt)
        .as("last_payment_at"),
    })
    .from(p)
    .where(and(eq(p.accountId, c.accountId), eq(p.customerId, c.id), eq(p.mode, ctx.mode)))
    .as("bought");

/** Returns one page of the customers that match the filter, newest first. Takes no lock. */
export function listCustomerItems(
  ctx: Context,
  filter: CustomerFilter,
  page: KeysetPage,
): Promise<KeysetSlice<CustomerListItem>> {
  const read = async (bound: SQL | undefined, order: SQL, take: number) => {
    const sums = bought(ctx);
    return await db()
      .select({
        id: c.id,
        name: c.name,
        email: c.email,
        country: c.country,
        cardBrand: m.cardBrand,
        cardLast4: m.cardLast4,
        payments: sums.payments,
        lastPaymentAt: sums.lastPaymentAt,
        createdAt: c.createdAt,
      })
      .from(c)
      .leftJoin(m, and(eq(m.accountId, c.accountId), eq(m.id, c.defaultPaymentMethod)))
      .leftJoinLateral(sums, sql`true`)
      .where(and(matching(ctx, filter), bound))
      .orderBy(order)
      .limit(take)
      .then((rows) => rows.map((row) => ({ ...row, payments: row.payments ?? 0 })));
  };
  const own = and(eq(c.accountId, ctx.accountId), eq(c.mode, ctx.mode), eq(c.deleted, false));
  return readPage(c.id, page, read, { own, keys: { name: BY_NAME } });
}

/** As the index `customers_name` has it. */
const BY_NAME = [{ by: sql`lower(coalesce(${c.name}, ${c.email}, ''))`, type: "text" }] as const;

/** Returns the exact number of customers that match the filter. Takes no lock. */
export async function countCustomerItems(ctx: Context, filter: CustomerFilter): Promise<number> {
  const [row] = await db().select({ total: count() }).from(c).where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

function matching(ctx: Context, filter: CustomerFilter): SQL | undefined {
  return and(
    eq(c.accountId, ctx.accountId),
    eq(c.mode, ctx.mode),
    eq(c.deleted, false),
    filter.countries?.length ? inArray(c.country, [...filter.countries]) : undefined,
    filter.created ? within(c.createdAt, filter.created) : undefined,
    hasTag(ctx, "customer", c, filter.tags),
    filter.search ? meaning(filter.search) : undefined,
  );
}

function meaning(text: string): SQL | undefined {
  if (text.startsWith("cus_")) return like(c.id, beginning(text));
  return or(ilike(c.name, containing(text)), ilike(c.email, containing(text)));
}

export type CustomerFacts = Awaited<ReturnType<typeof selectCustomerFacts>>[number];

function selectCustomerFacts(ctx: Context, id: Id<"cus">) {
  return db()
    .select({
      id: c.id,
      name: c.name,
      email: c.email,
      country: c.country,
      defaultPaymentMethod: c.defaultPaymentMethod,
      metadata: c.metadata,
      deleted: c.deleted,
      createdAt: c.createdAt,
      erasureRequestedAt: c.erasureRequestedAt,
      updatedAt: c.updatedAt,
    })
    .from(c)
    .where(and(eq(c.accountId, ctx.accountId), eq(c.mode, ctx.mode), eq(c.id, id)));
}

/** Returns a customer, also a deleted one (payments link to it), or null if this account has no such customer in this
 *  mode. Takes no lock. */
export async function findCustomerFacts(
  ctx: Context,
  id: Id<"cus">,
): Promise<CustomerFacts | null> {
  const [facts] = await selectCustomerFacts(ctx, id);
  return facts ?? null;
}

/** Returns totals by currency, largest first. Reads all payments of the customer. Takes no lock. */
export function customerTotals(ctx: Context, id: Id<"cus">): Promise<CustomerTotal[]> {
  const paid = sql`sum(${p.amountCaptured}) filter (where ${p.status} = 'succeeded')`;
  return db()
    .select({
      currency: p.currency,
      succeeded: sql<number>`count(*) filter (where ${p.status} = 'succeeded')::int`,
      failed: sql<number>`count(*) filter (where ${p.status} = 'failed')::int`,
      paidMinor: sql<bigint>`coalesce(${paid}, 0)::bigint`,
      refundedMinor: sql<bigint>`coalesce(sum(${p.amountRefunded}), 0)::bigint`,
    })
    .from(p)
    .where(and(eq(p.accountId, ctx.accountId), eq(p.mode, ctx.mode), eq(p.customerId, id)))
    .groupBy(p.currency)
    .orderBy(sql`4 desc`);
}

export type CustomerPaymentMethod = Awaited<ReturnType<typeof customerPaymentMethods>>[number];

const MOST_METHODS = 50;

/** Returns at most 50 payment methods of the customer, of any status, newest first. Takes no lock. */
export function customerPaymentMethods(ctx: Context, id: Id<"cus">) {
  return db()
    .select({
      id: m.id,
      type: m.type,
      status: m.status,
      cardBrand: m.cardBrand,
      cardLast4: m.cardLast4,
      cardExpMonth: m.cardExpMonth,
      cardExpYear: m.cardExpYear,
      cardIssuer: m.cardIssuer,
      cardCountry: m.cardCountry,
      cardFunding: m.cardFunding,
      networkToken: m.networkToken,
      createdAt: m.createdAt,
    })
    .from(m)
    .where(and(eq(m.accountId, ctx.accountId), eq(m.mode, ctx.mode), eq(m.customerId, id)))
    .orderBy(desc(m.id))
    .limit(MOST_METHODS);
}
