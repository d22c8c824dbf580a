import { and, eq, inArray, ne } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { subscriptions as t } from "#db/schema/subscriptions.ts";
import { selectList } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListSubscriptionsRequest } from "./list-subscriptions.ts";
import { finalActionOf } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

export async function insert(tx: Tx, sub: Subscription): Promise<void> {
  const { finalActionAt, ...columns } = sub;
  await tx.insert(t).values(columns);
}

/** Writes a locked subscription, provided that it has the status it was read with. Throws when it has
 *  not. */
export async function update(tx: Tx, from: Subscription, to: Subscription): Promise<void> {
  const { accountId, id, mode, createdAt, finalActionAt, ...changes } = to;
  const updated = await tx
    .update(t)
    .set({ ...changes, updatedAt: now() })
    .where(
      and(eq(t.accountId, accountId), eq(t.mode, mode), eq(t.id, id), eq(t.status, from.status)),
    )
    .returning({ id: t.id });
  if (updated.length !== 1) throw new Error(`${id} changed while it was locked`);
}

/** One subscription of the account and mode, or null; locked until the transaction ends when `tx` is
 *  given. Lock it before its invoices. */
export async function find(ctx: Context, id: string, tx?: Tx): Promise<Subscription | null> {
  const query = (tx ?? db())
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.id, id as Id<"sub">)));
  const [row] = await (tx ? query.for("no key update") : query);
  return row ? toSubscription(row) : null;
}

/** Those that exist. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Subscription[]> {
  if (ids.length === 0) return [];
  const among = inArray(t.id, ids as Id<"sub">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), among));
  return rows.map(toSubscription);
}

/** Those of a customer that have not ended, by id, locked until the transaction ends. */
export async function lockOfCustomer(
  tx: Tx,
  ctx: Context,
  customerId: string,
): Promise<Subscription[]> {
  const rows = await tx
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        eq(t.customerId, customerId as Id<"cus">),
        ne(t.status, "canceled"),
        ne(t.status, "incomplete_expired"),
      ),
    )
    .orderBy(t.id)
    .for("no key update");
  return rows.map(toSubscription);
}

/** Subscriptions of which something is due, by their account's clock. */
export const dueRows = dueQueue("subscriptions", selectList(t, "p"), toSubscription, "due_at");

/** One page, newest first. Takes no lock. */
export async function list(
  ctx: Context,
  request: ListSubscriptionsRequest,
): Promise<Page<Subscription>> {
  const k = keyset(t.id, request);
  const { status, customer, plan } = request;
  const rows = await db()
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        status && eq(t.status, status),
        customer === undefined ? undefined : eq(t.customerId, customer as Id<"cus">),
        plan === undefined ? undefined : eq(t.planId, plan as Id<"plan">),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toSubscription);
}

export function toSubscription({ updatedAt, ...columns }: Row): Subscription {
  return { ...columns, finalActionAt: finalActionOf(columns) };
}
