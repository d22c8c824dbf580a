import { and, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { createdWithin, keyset, pageOf } from "#db/keyset.ts";
import { customers } from "#db/schema/customers.ts";
import { payments as t } from "#db/schema/payments.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, isId } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListPaymentsRequest, PaymentFilters } from "./list-payments.ts";
import { toPayment } from "./row-store.ts";
import type { Payment } from "./types.ts";

/** Customers that one search term may name; a vaguer term is no search. */
const MOST_CUSTOMERS = 200;

/** One page, newest first. Served by the index of the narrowest filter. Takes no lock. */
export async function list(ctx: Context, request: ListPaymentsRequest): Promise<Page<Payment>> {
  const k = keyset(t.id, request);
  const rows = await db()
    .select()
    .from(t)
    .where(and(matching(ctx, request), k.where))
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toPayment);
}

export async function count(ctx: Context, filters: PaymentFilters): Promise<number> {
  return await db().$count(t, matching(ctx, filters));
}

/** The payments of some ids, in no order. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return [];
  const among = inArray(t.id, ids as Id<"pay">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), among));
  return rows.map(toPayment);
}

const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

function matching(ctx: Context, f: PaymentFilters): SQL | undefined {
  return and(
    own(ctx),
    f.status && inArray(t.status, [...f.status]),
    f.method && inArray(t.method, [...f.method]),
    f.currency === undefined ? undefined : eq(t.currency, f.currency),
    f.customer === undefined ? undefined : eq(t.customerId, f.customer as Id<"cus">),
    f.paymentMethod === undefined ? undefined : eq(t.paymentMethodId, f.paymentMethod as Id<"pm">),
    f.last4 === undefined ? undefined : eq(t.cardLast4, f.last4),
    f.declineCode === undefined ? undefined : eq(t.declineCode, f.declineCode),
    f.amountMinor?.gte === undefined ? undefined : gte(t.amount, f.amountMinor.gte),
    f.amountMinor?.lte === undefined ? undefined : lte(t.amount, f.amountMinor.lte),
    createdWithin(t.createdAt, f.created),
    f.search === undefined ? undefined : found(ctx, f.search.trim()),
  );
}

/** What a person types into the search box, by its shape. */
function found(ctx: Context, term: string): SQL | undefined {
  if (term === "") return undefined;
  if (isId("pay", term)) return eq(t.id, term);
  if (isId("cus", term)) return eq(t.customerId, term);
  if (isId("pm", term)) return eq(t.paymentMethodId, term);
  const byCustomer = inArray(t.customerId, customersNamed(ctx, term));
  return /^\d{4}$/.test(term) ? or(eq(t.cardLast4, term), byCustomer) : byCustomer;
}

function customersNamed(ctx: Context, term: string) {
  const pattern = `%${term.replace(/[\\%_]/g, "\\$&")}%`;
  return db()
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.accountId, ctx.accountId),
        eq(customers.mode, ctx.mode),
        sql`(${customers.email} ilike ${pattern} or ${customers.name} ilike ${pattern})`,
      ),
    )
    .limit(MOST_CUSTOMERS);
}
