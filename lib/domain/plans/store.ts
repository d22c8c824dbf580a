import { and, count, eq, ilike, inArray, like, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, pageOf, readPage } from "#db/paging.ts";
import { subscriptions as s, plans as t } from "#db/schema/subscriptions.ts";
import { beginning, containing } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListPlansRequest } from "./plans.ts";
import type { Plan } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));
const byId = (ctx: Context, id: string) => and(own(ctx), eq(t.id, id as Id<"plan">));

export async function insert(tx: Tx, plan: Plan): Promise<void> {
  const { amountMinor, ...columns } = plan;
  await tx.insert(t).values({ ...columns, amount: amountMinor });
}

/** One plan of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<Plan | null> {
  const [row] = await db().select().from(t).where(byId(ctx, id));
  return row ? toPlan(row) : null;
}

/** As `find`, locked for a change until the transaction ends. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Plan | null> {
  const [row] = await tx.select().from(t).where(byId(ctx, id)).for("no key update");
  return row ? toPlan(row) : null;
}

/** As `find`, and the plan cannot change until the transaction ends. Transactions that only read a plan do not
 *  wait for each other. */
export async function lockShared(tx: Tx, ctx: Context, id: string): Promise<Plan | null> {
  const [row] = await tx.select().from(t).where(byId(ctx, id)).for("share");
  return row ? toPlan(row) : null;
}

/** The plans of `ids` that exist. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Plan[]> {
  if (ids.length === 0) return [];
  const among = inArray(t.id, ids as Id<"plan">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), among));
  return rows.map(toPlan);
}

/** Writes the fields of a locked plan that may change. */
export async function update(tx: Tx, plan: Plan): Promise<void> {
  const { name, trialDays, active, metadata } = plan;
  await tx
    .update(t)
    .set({ name, trialDays, active, metadata, updatedAt: now() })
    .where(and(eq(t.accountId, plan.accountId), eq(t.id, plan.id)));
}

/** One page, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListPlansRequest): Promise<Page<Plan>> {
  const k = keyset(t.id, request);
  const { active, currency } = request;
  const rows = await db()
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        active === undefined ? undefined : eq(t.active, active),
        currency === undefined ? undefined : eq(t.currency, currency),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toPlan);
}

export function toPlan({ amount, ...columns }: Row): Plan {
  return { ...columns, amountMinor: amount };
}

export type PlanFilter = { active?: boolean; currencies?: readonly string[]; search?: string };
/** A plan with the number of its running subscriptions. */
export type PlanListItem = Plan & { subscribers: number };

const LIVING = ["trialing", "active", "past_due"] as const;

/** One page of the plans that match a filter, newest first. Takes no lock. */
export async function listPlanItems(
  ctx: Context,
  filter: PlanFilter,
  page: KeysetPage,
): Promise<KeysetSlice<PlanListItem>> {
  const slice = await readPage(t.id, page, (bound, order, take) =>
    db()
      .select({ id: t.id, plan: t, subscribers: subscribers(ctx) })
      .from(t)
      .where(and(matching(ctx, filter), bound))
      .orderBy(order)
      .limit(take),
  );
  const rows = slice.rows.map((row) => ({ ...toPlan(row.plan), subscribers: row.subscribers }));
  return { ...slice, rows };
}

/** The exact number of plans that match a filter. Takes no lock. */
export async function countPlanItems(ctx: Context, filter: PlanFilter): Promise<number> {
  const [row] = await db().select({ total: count() }).from(t).where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

/** Select it for the rows of one page only: each count scans the index by plan. */
const subscribers = (ctx: Context) =>
  sql<number>`(${db()
    .select({ n: sql`count(*)::int` })
    .from(s)
    .where(
      and(
        eq(s.accountId, t.accountId),
        eq(s.planId, t.id),
        eq(s.mode, ctx.mode),
        inArray(s.status, [...LIVING]),
      ),
    )})`;

function matching(ctx: Context, { active, currencies, search }: PlanFilter): SQL | undefined {
  return and(
    eq(t.accountId, ctx.accountId),
    eq(t.mode, ctx.mode),
    active === undefined ? undefined : eq(t.active, active),
    currencies?.length ? inArray(t.currency, [...currencies]) : undefined,
    search ? or(ilike(t.name, containing(search)), like(t.id, beginning(search))) : undefined,
  );
}
