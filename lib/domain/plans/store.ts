import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { plans as t } from "#db/schema/subscriptions.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListPlansRequest } from "./list-plans.ts";
import type { Plan } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

export async function insert(tx: Tx, plan: Plan): Promise<void> {
  const { amountMinor, ...columns } = plan;
  await tx.insert(t).values({ ...columns, amount: amountMinor });
}

/** One plan of the account and mode, or null; locked against changes until the transaction ends when
 *  `tx` is given. */
export async function find(ctx: Context, id: string, tx?: Tx): Promise<Plan | null> {
  const query = (tx ?? db())
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.id, id as Id<"plan">)));
  const [row] = await (tx ? query.for("no key update") : query);
  return row ? toPlan(row) : null;
}

/** Those that exist. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Plan[]> {
  if (ids.length === 0) return [];
  const among = inArray(t.id, ids as Id<"plan">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), among));
  return rows.map(toPlan);
}

/** Writes what may change of a locked plan. */
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
