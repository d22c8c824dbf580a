import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { settlements as t } from "#db/schema/balance.ts";
import { selectList, withParams } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";

import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListSettlementsRequest } from "./list-settlements.ts";
import { DUE_ACCOUNTS, DUE_CUTOFFS, SWEEP } from "./sweep-sql.ts";
import type { Settlement, Totals } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

/** Accounts and modes with something to settle now. Takes no lock. */
export async function dueAccounts(): Promise<{ accountId: Id<"acct">; mode: Mode }[]> {
  return await runPrepared("settlements.due_accounts", DUE_ACCOUNTS, [now()]);
}

/** For each currency the next cut-off to settle that has passed by `moment`. Takes no lock. */
export async function dueCutOffs(
  ctx: Context,
  moment: Date,
): Promise<{ currency: string; cutOff: Date }[]> {
  const values = [ctx.accountId, ctx.mode, moment];
  return await runPrepared("settlements.due_cutoffs", DUE_CUTOFFS, values);
}

type Sums = Omit<Totals, "fees"> & Totals["fees"] & { firstAt: string | Date | null };

/** Gives what is unsettled from before the cut-off to settlement `id`: locks those rows, and waits for
 *  a rival that does the same. Answers what it took, and when the first of it was booked. */
export async function sweep(
  tx: Tx,
  ctx: Context,
  params: { id: Id<"stl">; currency: string; cutOff: Date },
): Promise<{ totals: Totals; firstAt: Date | null }> {
  const values = [ctx.accountId, ctx.mode, params.currency, params.cutOff.toISOString(), params.id];
  const { rows } = await tx.execute<Sums>(withParams(SWEEP, values));
  const { interchange, schemeFee, markup, commission, firstAt, ...sums } = rows[0]!;
  const totals = { ...sums, fees: { interchange, schemeFee, markup, commission } };
  return { totals, firstAt: firstAt === null ? null : new Date(firstAt) };
}

/** When the last settlement of the currency before `cutOff` ended; null when there is none. */
export async function lastPeriodEnd(
  tx: Tx,
  ctx: Context,
  { currency, cutOff }: { currency: string; cutOff: Date },
): Promise<Date | null> {
  const [row] = await tx
    .select({ end: sql<Date | null>`max(${t.periodEnd})`.mapWith(t.periodEnd) })
    .from(t)
    .where(and(own(ctx), eq(t.currency, currency), lt(t.periodEnd, cutOff)));
  return row?.end ?? null;
}

export async function insert(tx: Tx, settlement: Settlement): Promise<void> {
  const { fees, ...columns } = settlement;
  await tx.insert(t).values({ ...columns, ...fees });
}

/** Moves a settlement that is still scheduled; false when it is not. Locks its row. */
export async function move(tx: Tx, to: Settlement): Promise<boolean> {
  const moved = await tx
    .update(t)
    .set({
      status: to.status,
      failureReason: to.failureReason,
      railCheckAt: to.railCheckAt,
      updatedAt: now(),
    })
    .where(
      and(
        eq(t.accountId, to.accountId),
        eq(t.mode, to.mode),
        eq(t.id, to.id),
        eq(t.status, "scheduled"),
      ),
    )
    .returning({ id: t.id });
  return moved.length === 1;
}

/** Settlements that should have arrived by now, by their account's clock. */
export const dueRows = dueQueue("settlements", selectList(t, "p"), toSettlement);

export async function find(ctx: Context, id: string, tx?: Tx): Promise<Settlement | null> {
  const [row] = await (tx ?? db())
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.id, id as Id<"stl">)));
  return row ? toSettlement(row) : null;
}

/** Those of some ids that exist. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Settlement[]> {
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), inArray(t.id, ids as Id<"stl">[])));
  return rows.map(toSettlement);
}

/** One page, newest first. Takes no lock. */
export async function list(
  ctx: Context,
  request: ListSettlementsRequest,
): Promise<Page<Settlement>> {
  const k = keyset(t.id, request);
  const { currency, status } = request;
  const rows = await db()
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        currency === undefined ? undefined : eq(t.currency, currency),
        status && eq(t.status, status),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toSettlement);
}

export function toSettlement(row: Row): Settlement {
  const { interchange, schemeFee, markup, commission, updatedAt, ...columns } = row;
  return { ...columns, fees: { interchange, schemeFee, markup, commission } };
}
