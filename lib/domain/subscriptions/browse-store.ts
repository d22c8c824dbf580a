import { and, count, eq, ilike, inArray, like, or, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { customers as c } from "#db/schema/customers.ts";
import { paymentMethods as m } from "#db/schema/payment-methods.ts";
import { plans as p, subscriptions as t } from "#db/schema/subscriptions.ts";
import { beginning, containing } from "#db/sql-text.ts";
import { within } from "#db/time-filters.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { Period } from "#lib/kernel/period.ts";
import { toSubscription } from "./store.ts";
import type { SubscriptionStatus } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

export type SubscriptionFilter = {
  statuses?: readonly SubscriptionStatus[] | undefined;
  plan?: string | undefined;
  customer?: string | undefined;
  created?: Period | undefined;
  /** An id, or a part of the customer's name or address. */
  search?: string | undefined;
};

/** A subscription as one line of a list: whose, to what, paid with what. */
export type SubscriptionListItem = {
  subscription: Subscription;
  plan: typeof p.$inferSelect;
  customerName: string | null;
  customerEmail: string | null;
  method: string;
  cardBrand: string | null;
  cardLast4: string | null;
};

/** One page of the subscriptions that a filter leaves, newest first. Takes no lock. */
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
  return { ...slice, rows: slice.rows.map(toLine) };
}

/** One of them, or null. Takes no lock. */
export async function findSubscriptionListItem(
  ctx: Context,
  id: string,
): Promise<SubscriptionListItem | null> {
  const [row] = await lines().where(and(matching(ctx, {}), eq(t.id, id as Id<"sub">)));
  return row ? toLine(row) : null;
}

/** How many subscriptions a filter leaves, exactly. Takes no lock. */
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

function toLine(row: Awaited<ReturnType<typeof lines>>[number]) {
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
