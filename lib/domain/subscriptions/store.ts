import { and, count, eq, ilike, inArray, like, ne, or, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { keyset, pageOf, readPage } from "#db/paging.ts";
import { customers as c } from "#db/schema/customers.ts";
import { paymentMethods as m } from "#db/schema/payment-methods.ts";
import { plans as p, subscriptions as t } from "#db/schema/subscriptions.ts";
import { beginning, containing, selectList } from "#db/sql-text.ts";
import { createdWithin, within } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { SubscriptionStatus } from "#lib/kernel/vocabulary/billing.ts";
import type { ListSubscriptionsRequest } from "./list-subscriptions.ts";
import { finalActionOf } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));
const byId = (ctx: Context, id: string) => and(own(ctx), eq(t.id, id as Id<"sub">));

export async function insert(tx: Tx, sub: Subscription): Promise<void> {
  const { finalActionAt, ...columns } = sub;
  await tx.insert(t).values(columns);
}

/** Writes a locked subscription. Throws if its status is not the one it was read with. */
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

/** One subscription of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<Subscription | null> {
  const [row] = await db().select().from(t).where(byId(ctx, id));
  return row ? toSubscription(row) : null;
}

/** As `find`, locked until the transaction ends. Lock a subscription before its invoices. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Subscription | null> {
  const [row] = await tx.select().from(t).where(byId(ctx, id)).for("no key update");
  return row ? toSubscription(row) : null;
}

/** The subscriptions of `ids` that exist. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Subscription[]> {
  if (ids.length === 0) return [];
  const among = inArray(t.id, ids as Id<"sub">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), among));
  return rows.map(toSubscription);
}

/** A customer's subscriptions that have not ended, ordered by id and locked until the transaction ends. */
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

/** Subscriptions with due work, by their account's clock. */
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

export type SubscriptionFilter = {
  statuses?: readonly SubscriptionStatus[] | undefined;
  plan?: string | undefined;
  customer?: string | undefined;
  created?: Period | undefined;
  /** An id, or a part of the customer's name or e-mail address. */
  search?: string | undefined;
};

/** A subscription with its plan, customer and payment method. */
export type SubscriptionListItem = {
  subscription: Subscription;
  plan: typeof p.$inferSelect;
  customerName: string | null;
  customerEmail: string | null;
  method: string;
  cardBrand: string | null;
  cardLast4: string | null;
};

/** One page of the subscriptions that match a filter, newest first. Takes no lock. */
export async function listSubscriptionItems(
  ctx: Context,
  filter: SubscriptionFilter,
  page: KeysetPage,
): Promise<KeysetSlice<SubscriptionListItem & { id: Id<"sub"> }>> {
  const slice = await readPage(t.id, page, (bound, order, take) =>
    lines()
      .where(and(matching(ctx, filter), bound))
      .orderBy(order)
      .limit(take),
  );
  return { ...slice, rows: slice.rows.map(toListItem) };
}

/** One list item, or null. Takes no lock. */
export async function findSubscriptionListItem(
  ctx: Context,
  id: string,
): Promise<SubscriptionListItem | null> {
  const [row] = await lines().where(and(matching(ctx, {}), eq(t.id, id as Id<"sub">)));
  return row ? toListItem(row) : null;
}

/** The exact number of subscriptions that match a filter. Takes no lock. */
export async function countSubscriptionItems(
  ctx: Context,
  filter: SubscriptionFilter,
): Promise<number> {
  const [row] = await db()
    .select({ total: count() })
    .from(t)
    .innerJoin(c, ofCustomer)
    .where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

const ofCustomer = and(eq(c.accountId, t.accountId), eq(c.id, t.customerId));

function lines() {
  return db()
    .select({
      id: t.id,
      subscription: t,
      plan: p,
      customerName: c.name,
      customerEmail: c.email,
      method: m.type,
      cardBrand: m.cardBrand,
      cardLast4: m.cardLast4,
    })
    .from(t)
    .innerJoin(p, and(eq(p.accountId, t.accountId), eq(p.id, t.planId)))
    .innerJoin(c, ofCustomer)
    .innerJoin(m, and(eq(m.accountId, t.accountId), eq(m.id, t.paymentMethodId)))
    .$dynamic();
}

function toListItem(row: Awaited<ReturnType<typeof lines>>[number]) {
  return { ...row, subscription: toSubscription(row.subscription) };
}

function matching(ctx: Context, filter: SubscriptionFilter): SQL | undefined {
  const { statuses, plan, customer, created, search } = filter;
  return and(
    eq(t.accountId, ctx.accountId),
    eq(t.mode, ctx.mode),
    statuses?.length ? inArray(t.status, [...statuses]) : undefined,
    plan ? eq(t.planId, plan as Id<"plan">) : undefined,
    customer ? eq(t.customerId, customer as Id<"cus">) : undefined,
    created ? within(t.createdAt, created) : undefined,
    search
      ? or(
          like(t.id, beginning(search)),
          ilike(c.name, containing(search)),
          ilike(c.email, containing(search)),
        )
      : undefined,
  );
}
