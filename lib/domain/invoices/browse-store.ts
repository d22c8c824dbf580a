import { and, count, eq, inArray, like, or, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { customers as c } from "#db/schema/customers.ts";
import { payments as p } from "#db/schema/payments.ts";
import { invoices as t } from "#db/schema/subscriptions.ts";
import { beginning, containing } from "#db/sql-text.ts";
import { within } from "#db/time-filters.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { InvoiceStatus } from "./invoice-state.ts";
import { toInvoice } from "./store.ts";
import type { Invoice } from "./types.ts";

export type InvoiceFilter = {
  statuses?: readonly InvoiceStatus[] | undefined;
  created?: Period | undefined;
  subscriptionId?: string | undefined;
  /** An id, or a part of the number. */
  search?: string | undefined;
};

/** An invoice as one line of a list, with whose it is. */
export type InvoiceListItem = Invoice & {
  customerName: string | null;
  customerEmail: string | null;
};

/** One page of the invoices that a filter leaves, newest first. Takes no lock. */
export async function listInvoiceItems(
  ctx: Context,
  filter: InvoiceFilter,
  page: KeysetPage,
): Promise<KeysetSlice<InvoiceListItem>> {
  const slice = await readPage(t.id, page, (bound, order, take) =>
    db()
      .select({ id: t.id, invoice: t, customerName: c.name, customerEmail: c.email })
      .from(t)
      .leftJoin(c, and(eq(c.accountId, t.accountId), eq(c.id, t.customerId)))
      .where(and(matching(ctx, filter), bound))
      .orderBy(order)
      .limit(take),
  );
  const rows = slice.rows.map(({ invoice, customerName, customerEmail }) => ({
    ...toInvoice(invoice),
    customerName,
    customerEmail,
  }));
  return { ...slice, rows };
}

/** How many invoices a filter leaves, exactly. Takes no lock. */
export async function countInvoiceItems(ctx: Context, filter: InvoiceFilter): Promise<number> {
  const [row] = await db().select({ total: count() }).from(t).where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

export type InvoiceAttempt = Awaited<ReturnType<typeof attemptsAt>>[number];

/** Each try to collect invoices, oldest first. Takes no lock. */
export function attemptsAt(ctx: Context, invoiceIds: readonly string[]) {
  return db()
    .select({
      id: p.id,
      invoiceId: p.invoiceId,
      status: p.status,
      amountMinor: p.amount,
      currency: p.currency,
      method: p.method,
      cardBrand: p.cardBrand,
      cardLast4: p.cardLast4,
      declineCode: p.declineCode,
      adviceCode: p.adviceCode,
      initiator: p.initiator,
      createdAt: p.createdAt,
    })
    .from(p)
    .where(
      and(
        eq(p.accountId, ctx.accountId),
        eq(p.mode, ctx.mode),
        inArray(p.invoiceId, [...invoiceIds]),
      ),
    )
    .orderBy(p.id);
}

function matching(ctx: Context, filter: InvoiceFilter): SQL | undefined {
  const { statuses, created, subscriptionId, search } = filter;
  return and(
    eq(t.accountId, ctx.accountId),
    eq(t.mode, ctx.mode),
    statuses?.length ? inArray(t.status, [...statuses]) : undefined,
    created ? within(t.createdAt, created) : undefined,
    subscriptionId ? eq(t.subscriptionId, subscriptionId as Id<"sub">) : undefined,
    search
      ? or(like(t.number, containing(search.toUpperCase())), like(t.id, beginning(search)))
      : undefined,
  );
}
