import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { invoiceCounters, invoices as t } from "#db/schema/subscriptions.ts";
import { selectList } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { dateFromMs, now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListInvoicesRequest } from "./list-invoices.ts";
import type { Invoice } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

export async function insert(tx: Tx, invoice: Invoice): Promise<void> {
  await tx.insert(t).values(columnsOf(invoice));
}

/** Writes a locked invoice, provided that it has the status it was read with. Throws when it has not. */
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

/** One invoice of the account and mode, or null; locked until the transaction ends when `tx` is given. */
export async function find(ctx: Context, id: string, tx?: Tx): Promise<Invoice | null> {
  const query = (tx ?? db())
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.id, id as Id<"in">)));
  const [row] = await (tx ? query.for("no key update") : query);
  return row ? toInvoice(row) : null;
}

/** The draft that gathers what a subscription's next invoice will hold, or null; locked as `find`. */
export async function findDraft(ctx: Context, sub: Id<"sub">, tx?: Tx): Promise<Invoice | null> {
  const query = (tx ?? db())
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.subscriptionId, sub), eq(t.status, "draft")));
  const [row] = await (tx ? query.for("no key update") : query);
  return row ? toInvoice(row) : null;
}

/** The invoices of a subscription that wait to be collected because a bank took back what had paid them,
 *  oldest first, locked until the transaction ends. */
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

/** Those that exist. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Invoice[]> {
  if (ids.length === 0) return [];
  const among = inArray(t.id, ids as Id<"in">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), among));
  return rows.map(toInvoice);
}

/** The next number of the account and mode, and none is ever left out: it is taken back when the
 *  transaction is. Locks the counter until then, so take it last. */
export async function nextNumber(tx: Tx, ctx: Context): Promise<number> {
  const c = invoiceCounters;
  const [counter] = await tx
    .insert(c)
    .values({ accountId: ctx.accountId, mode: ctx.mode, last: 1 })
    .onConflictDoUpdate({ target: [c.accountId, c.mode], set: { last: sql`${c.last} + 1` } })
    .returning({ last: c.last });
  return counter!.last;
}

/** Invoices whose payment has an outcome to record, by their account's clock. */
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
