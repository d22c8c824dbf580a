import { and, count, eq, ilike, inArray, like, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { subscriptions as s, plans as t } from "#db/schema/subscriptions.ts";
import { beginning, containing } from "#db/sql-text.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { toPlan } from "./store.ts";
import type { Plan } from "./types.ts";

export type PlanFilter = { active?: boolean; currencies?: readonly string[]; search?: string };
/** A plan as one line of a list, with how many subscriptions to it there are. */
export type PlanListItem = Plan & { subscribers: number };

const LIVING = ["trialing", "active", "past_due"] as const;

/** One page of the plans that a filter leaves, newest first. Takes no lock. */
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

/** How many plans a filter leaves, exactly. Takes no lock. */
export async function countPlanItems(ctx: Context, filter: PlanFilter): Promise<number> {
  const [row] = await db().select({ total: count() }).from(t).where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

/** Per line of a page only: each walks the index by plan. */
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
