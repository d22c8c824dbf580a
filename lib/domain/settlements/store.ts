import { and, eq, inArray, sql } from "drizzle-orm";
import { db, knowShards, runPrepared } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { acrossShards, readAcrossShards } from "#db/lost-nodes.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { settlements as t } from "#db/schema/balance.ts";
import { isSharded } from "#db/shards.ts";
import { selectList, withParams } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";

import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListSettlementsRequest } from "./read-settlements.ts";
import type { RailSums } from "./receipts.ts";
import type { Settlement, Totals } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

/** Returns the accounts and modes with unsettled entries from before a cut-off that has passed. Takes no lock. */
export async function dueAccounts(): Promise<{ accountId: Id<"acct">; mode: Mode }[]> {
  await knowShards();
  const name = "settlements.due_accounts";
  return isSharded()
    ? await readAcrossShards(runPrepared, name, DUE_ACCOUNTS_OF_SHARDS, [now()])
    : await runPrepared(name, DUE_ACCOUNTS, [now()]);
}

/** Returns the next cut-off to settle by currency, among those that have passed at `moment`. Takes no lock. */
export async function dueCutOffs(
  ctx: Context,
  moment: Date,
): Promise<{ currency: string; cutOff: Date }[]> {
  const values = [ctx.accountId, ctx.mode, moment];
  return await runPrepared("settlements.due_cutoffs", DUE_CUTOFFS, values);
}

type Sums = Omit<Totals, "fees"> & Totals["fees"] & { firstAt: string | Date | null };

/** Assigns the unsettled entries from before the cut-off to settlement `id`. Returns their totals and when the first was
 *  booked. Locks the entries; waits while another transaction sweeps them. */
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

/** Returns the end of the currency's last settlement, or null. Takes no lock. */
export async function lastPeriodEnd(tx: Tx, ctx: Context, currency: string): Promise<Date | null> {
  const [row] = await tx
    .select({ end: sql<Date | null>`max(${t.periodEnd})`.mapWith(t.periodEnd) })
    .from(t)
    .where(and(own(ctx), eq(t.currency, currency)));
  return row?.end ?? null;
}

/** Returns false, and writes nothing, if the cut-off has a settlement of the currency. Waits while another transaction
 *  is adding one. */
export async function insert(tx: Tx, settlement: Settlement): Promise<boolean> {
  const { fees, ...columns } = settlement;
  const made = await tx
    .insert(t)
    .values({ ...columns, ...fees })
    .onConflictDoNothing({ target: [t.accountId, t.mode, t.currency, t.periodEnd] })
    .returning({ id: t.id });
  return made.length === 1;
}

/** Moves a scheduled settlement. Returns false, and writes nothing, if it is not scheduled. Locks its row. */
export async function move(tx: Tx, to: Settlement): Promise<boolean> {
  const moved = await tx
    .update(t)
    .set({
      status: to.status,
      failureReason: to.failureReason,
      paidAt: to.paidAt,
      bankReference: to.bankReference,
      arrivalDate: to.arrivalDate,
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

const RAIL_SUMS = `
  select coalesce(sum(amount) filter (where type <> 'settlement_failure'), 0)::bigint as "railMinor",
         coalesce(sum(interchange), 0)::bigint as "interchangeMinor",
         coalesce(sum(scheme_fee), 0)::bigint as "schemeFeeMinor"
    from balance_transactions where account_id = $1 and mode = $2 and settlement_id = $3`;

/** Sums of a settlement's entries that the acquirer pays or passes on. */
export async function railSums(tx: Tx, { accountId, mode, id }: Settlement): Promise<RailSums> {
  const { rows } = await tx.execute<RailSums>(withParams(RAIL_SUMS, [accountId, mode, id]));
  return rows[0]!;
}

/** Settlements whose arrival date has come, by their account's clock. */
export const dueRows = dueQueue("settlements", selectList(t, "p"), toSettlement);

export async function find(ctx: Context, id: string, tx?: Tx): Promise<Settlement | null> {
  const [row] = await (tx ?? db())
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.id, id as Id<"stl">)));
  return row ? toSettlement(row) : null;
}

/** Returns the existing settlements among `ids`, in no order. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Settlement[]> {
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), inArray(t.id, ids as Id<"stl">[])));
  return rows.map(toSettlement);
}

/** Returns one page, newest first. Takes no lock. */
export async function list(
  ctx: Context,
  request: ListSettlementsRequest,
): Promise<Page<Settlement>> {
  const k = keyset(t.id, request);
  const { currency, status, bankReference } = request;
  const rows = await db()
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        currency === undefined ? undefined : eq(t.currency, currency),
        status && eq(t.status, status),
        bankReference === undefined ? undefined : eq(t.bankReference, bankReference),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toSettlement);
}

export function toSettlement(row: Row): Settlement {
  const { interchange, schemeFee, markup, commission, arrivesAt, updatedAt, ...columns } = row;
  return { ...columns, fees: { interchange, schemeFee, markup, commission } };
}

/** Sums of balance transactions by type (decisions §3, settlement), as columns of `Totals`. */
export const TOTALS_SQL = `
  count(*)::int as "transactionCount",
  coalesce(sum(amount) filter (where type = 'charge'), 0)::bigint as "gross",
  coalesce(sum(interchange) filter (where type = 'charge'), 0)::bigint as "interchange",
  coalesce(sum(scheme_fee) filter (where type = 'charge'), 0)::bigint as "schemeFee",
  coalesce(sum(markup) filter (where type = 'charge'), 0)::bigint as "markup",
  coalesce(sum(commission) filter (where type = 'charge'), 0)::bigint as "commission",
  coalesce(-sum(net) filter (where type = 'refund'), 0)::bigint as "refunds",
  coalesce(-sum(net) filter (where type = 'dispute'), 0)::bigint as "chargebacks",
  coalesce(sum(dispute_fee) filter (where type = 'dispute'), 0)::bigint as "disputeFees",
  coalesce(sum(net) filter (where type not in ('charge', 'refund', 'dispute')), 0)::bigint
    as "adjustments",
  coalesce(sum(net), 0)::bigint as "net",
  min(created_at) as "firstAt"`;

/** Assigns all unsettled entries of a currency from before the cut-off, and their payments and refunds, to a settlement.
 *  Returns the totals. $1 account, $2 mode, $3 currency, $4 cut-off, $5 the settlement's id. */
export const SWEEP = `
  with swept as (
    update balance_transactions set settlement_id = $5
     where account_id = $1 and mode = $2 and currency = $3 and settlement_id is null
       and created_at < $4
    returning *
  ), charged as (
    update payments p set settlement_id = $5 from swept s
     where s.type = 'charge' and p.account_id = $1 and p.id = s.source_id
  ), refunded as (
    update refunds r set settlement_id = $5 from swept s
     where s.type = 'refund' and r.account_id = $1 and r.id = s.source_id
  )
  select ${TOTALS_SQL} from swept`;

/** For each currency of an account and mode, the first cut-off passed at $3 at which the unsettled entries sum to more
 *  than zero. Entries that committed after their cut-off was settled count for the next one. */
export const DUE_CUTOFFS = `
  with passed as (
    select currency, available_on, sum(net) as net from balance_transactions
     where account_id = $1 and mode = $2 and settlement_id is null and available_on <= $3
     group by 1, 2
  ), ended as (
    select currency, max(period_end) as last_end from settlements
     where account_id = $1 and mode = $2 group by 1
  ), due as (
    select currency, greatest(available_on, last_end + interval '1 day') as cut_off, sum(net) as net
      from passed left join ended using (currency) group by 1, 2
  ), running as (
    select currency, cut_off, sum(net) over (partition by currency order by cut_off) as net from due
  )
  select currency, min(cut_off) as "cutOff" from running
   where net > 0 and cut_off <= $3 group by 1 order by 2, 1`;

/** Accounts and modes with entries to settle, by their own clock. $1 is the real time. */
export const DUE_ACCOUNTS = `
  select a.id as "accountId", m.mode
    from accounts a cross join (values ('test'), ('live')) as m(mode)
    left join sandbox_clocks c on c.account_id = a.id and m.mode = 'test'
   where exists (
     select 1 from balance_transactions b
      where b.account_id = a.id and b.mode = m.mode and b.settlement_id is null
        and b.created_at < date_trunc('day', $1::timestamptz
              + coalesce(c.ahead_ms, 0) * interval '1 ms', 'UTC'))`;

/** The same for Citus, from the entries themselves: it cannot look into each account's from the coordinator. */
const DUE_ACCOUNTS_OF_SHARDS = acrossShards(
  1,
  (to) => `
  select b.account_id as "accountId", b.mode
    from balance_transactions b
    left join sandbox_clocks c on c.account_id = b.account_id and b.mode = 'test'
   where b.settlement_id is null
     and b.created_at < date_trunc('day', $1::timestamptz + coalesce(c.ahead_ms, 0) * interval '1 ms', 'UTC')${to("b")}
   group by 1, 2`,
);
