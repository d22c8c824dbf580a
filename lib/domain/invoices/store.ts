import { and, count, eq, inArray, isNotNull, like, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { keyset, pageOf, readPage } from "#db/paging.ts";
import { customers as c } from "#db/schema/customers.ts";
import { payments as p } from "#db/schema/payments.ts";
import { invoiceCounters, invoices as t } from "#db/schema/subscriptions.ts";
import { beginning, containing, selectList } from "#db/sql-text.ts";
import { sumListed } from "#db/sums.ts";
import { createdWithin, within } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { dateFromMs, now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice, ListSums } from "#lib/kernel/page.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { InvoiceStatus } from "#lib/kernel/vocabulary/billing.ts";
import type { ListInvoicesRequest } from "./list-invoices.ts";
import type { Invoice } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));
const byId = (ctx: Context, id: string) => and(own(ctx), eq(t.id, id as Id<"in">));

export async function insert(tx: Tx, invoice: Invoice): Promise<void> {
  await tx.insert(t).values(columnsOf(invoice));
}

/** Writes a locked invoice. Throws if its status or `collecting` is not what was read. */
export async function update(tx: Tx, from: Invoice, to: Invoice): Promise<void> {
  const { accountId, id, mode, createdAt, ...changes } = columnsOf(to);
  const updated = await tx
    .update(t)
    .set({ ...changes, updatedAt: now() })
    .where(
      and(
        eq(t.accountId, accountId),
        eq(t.mode, mode),
        eq(t.id, id),
        eq(t.status, from.status),
        eq(t.collecting, from.collecting),
      ),
    )
    .returning({ id: t.id });
  if (updated.length !== 1) throw new Error(`${id} changed while it was locked`);
}

/** One invoice of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<Invoice | null> {
  const [row] = await db().select().from(t).where(byId(ctx, id));
  return row ? toInvoice(row) : null;
}

/** As `find`, locked until the transaction ends. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Invoice | null> {
  const [row] = await tx.select().from(t).where(byId(ctx, id)).for("no key update");
  return row ? toInvoice(row) : null;
}

const draftOf = (ctx: Context, sub: Id<"sub">) =>
  and(own(ctx), eq(t.subscriptionId, sub), eq(t.status, "draft"));

/** The draft that collects the lines of a subscription's next invoice, or null. Takes no lock. */
export async function findDraft(ctx: Context, sub: Id<"sub">): Promise<Invoice | null> {
  const [row] = await db().select().from(t).where(draftOf(ctx, sub));
  return row ? toInvoice(row) : null;
}

/** As `findDraft`, locked until the transaction ends. */
export async function lockDraft(tx: Tx, ctx: Context, sub: Id<"sub">): Promise<Invoice | null> {
  const [row] = await tx.select().from(t).where(draftOf(ctx, sub)).for("no key update");
  return row ? toInvoice(row) : null;
}

/** A subscription's reopened invoices (the payer's bank took the payment back) that are not being collected, oldest
 *  first, locked until the transaction ends. */
export async function lockReopened(tx: Tx, ctx: Context, sub: Id<"sub">): Promise<Invoice[]> {
  const rows = await tx
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        eq(t.subscriptionId, sub),
        eq(t.status, "open"),
        isNotNull(t.reopenedAt),
        eq(t.collecting, false),
      ),
    )
    .orderBy(t.id)
    .for("no key update");
  return rows.map(toInvoice);
}

/** The invoices of `ids` that exist. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Invoice[]> {
  if (ids.length === 0) return [];
  const among = inArray(t.id, ids as Id<"in">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), among));
  return rows.map(toInvoice);
}

/** The next invoice number of the account and mode. Numbers have no gaps, because a rollback takes the number back.
 *  Locks the counter until the transaction ends, so call it late. */
export async function nextNumber(tx: Tx, ctx: Context): Promise<number> {
  const c = invoiceCounters;
  const [counter] = await tx
    .insert(c)
    .values({ accountId: ctx.accountId, mode: ctx.mode, last: 1 })
    .onConflictDoUpdate({ target: [c.accountId, c.mode], set: { last: sql`${c.last} + 1` } })
    .returning({ last: c.last });
  return counter!.last;
}

/** Invoices with a payment outcome to record, by their account's clock. */
export const dueRows = dueQueue("invoices", selectList(t, "p"), toInvoice, "due_at");

/** One page, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListInvoicesRequest): Promise<Page<Invoice>> {
  const k = keyset(t.id, request);
  const { status, subscription, customer } = request;
  const rows = await db()
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        status && eq(t.status, status),
        subscription === undefined ? undefined : eq(t.subscriptionId, subscription as Id<"sub">),
        customer === undefined ? undefined : eq(t.customerId, customer as Id<"cus">),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toInvoice);
}

function columnsOf({ amountDueMinor, amountPaidMinor, lines, ...columns }: Invoice) {
  return {
    ...columns,
    amountDue: amountDueMinor,
    amountPaid: amountPaidMinor,
    lines: lines.map(({ description, amountMinor, proration, period }) => ({
      description,
      amount: Number(amountMinor),
      proration,
      periodStart: period.start.toISOString(),
      periodEnd: period.end.toISOString(),
    })),
  };
}

export function toInvoice(row: Row): Invoice {
  const { amountDue, amountPaid, lines, updatedAt, ...columns } = row;
  return {
    ...columns,
    amountDueMinor: amountDue,
    amountPaidMinor: amountPaid,
    lines: lines.map(({ description, amount, proration, periodStart, periodEnd }) => ({
      description,
      amountMinor: BigInt(amount),
      proration,
      period: {
        start: dateFromMs(Date.parse(periodStart)),
        end: dateFromMs(Date.parse(periodEnd)),
      },
    })),
  };
}

export type InvoiceFilter = {
  statuses?: readonly InvoiceStatus[] | undefined;
  created?: Period | undefined;
  subscriptionId?: string | undefined;
  /** An id, or a part of the invoice number. */
  search?: string | undefined;
};

/** An invoice with its customer. */
export type InvoiceListItem = Invoice & {
  customerName: string | null;
  customerEmail: string | null;
};

/** One page of the invoices that match a filter, newest first. Takes no lock. */
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

/** Count and amount due of the invoices that match a filter, by currency, bounded. Takes no lock. */
export function sumInvoices(ctx: Context, filter: InvoiceFilter): Promise<ListSums> {
  return sumListed({ currency: t.currency, amount: t.amountDue }, t, matching(ctx, filter));
}

/** The exact number of invoices that match a filter. Takes no lock. */
export async function countInvoiceItems(ctx: Context, filter: InvoiceFilter): Promise<number> {
  const [row] = await db().select({ total: count() }).from(t).where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

export type InvoiceAttempt = Awaited<ReturnType<typeof attemptsAt>>[number];

/** The payments that tried to collect the invoices, oldest first. Takes no lock. */
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
