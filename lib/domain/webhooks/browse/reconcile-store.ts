import { type AnyColumn, and, eq, gte, like, or, type SQL, sql } from "drizzle-orm";
import { events as e } from "#db/schema/events.ts";
import { allDeliveries as d } from "#db/schema/webhooks.ts";
import { madeWithin } from "#db/time-filters.ts";
import { readTogether } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { DeliveryStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import { oldestDeliveryId } from "../deliveries/read-deliveries.ts";
import { BEST_FIRST, type ReconcileRequest, type Reconciliation } from "../types.ts";

/** The place of a status in `BEST_FIRST`; the best of several has the lowest. */
export function rankOf(status: AnyColumn | SQL): SQL<number> {
  return sql<number>`array_position(${sql.raw(`array['${BEST_FIRST.join("','")}']`)}, ${status})`;
}

/** An event of the account that happened in a period and is still kept. */
export function happenedWithin(ctx: Context, period: Period): SQL | undefined {
  return and(
    eq(e.accountId, ctx.accountId),
    eq(e.mode, ctx.mode),
    gte(e.id, oldestEventId()),
    madeWithin(
      { createdAt: e.createdAt, id: e.id, prefix: "evt", aheadMs: ctx.clockAheadMs },
      period,
    ),
  );
}

const oldestEventId = () => `evt_${oldestDeliveryId().slice(4)}` as Id<"evt">;

type Counted = {
  emitted: number;
  subscribed: number;
  once: number[];
  repeated: number[];
};

/**
 * Counts events and their best status at each endpoint, in one snapshot. Takes no lock. An event without a
 * replay has one delivery per endpoint, so its deliveries are counted directly; only events with a replay
 * are grouped by endpoint to find the best status.
 */
export async function reconcile(ctx: Context, request: ReconcileRequest): Promise<Reconciliation> {
  const { happened, types = [], endpointId } = request;
  const wanted = and(
    happenedWithin(ctx, happened),
    types.length ? or(...types.map(ofType)) : undefined,
  );
  const own = and(
    eq(d.accountId, ctx.accountId),
    // The first ten characters of an id are its millisecond, and no delivery is older than its event.
    sql`${d.id} >= (select 'dlv_' || substr(lowest, 5, 10) from ends)`,
    endpointId ? eq(d.endpointId, endpointId as Id<"we">) : undefined,
  );
  const counted = await readTogether(async (tx) => {
    // Enough to group a month of events in memory instead of on disk.
    await tx.execute(sql`set local work_mem = '64MB'`);
    const { rows } = await tx.execute<Counted>(sql`
      with chosen as materialized (select ${e.id} as id from ${e} where ${wanted}),
      ends as materialized (select min(id) as lowest, max(id) as highest from chosen),
      sent as materialized (
        select ${d.eventId} as event_id,
               bool_or(${d.replayOf} is not null or ${d.origin} = 'replay') as again,
               ${sql.join(BEST_FIRST.map(countOf), sql`, `)}
          from ${d}
         where ${own}
           and ${d.eventId} >= (select lowest from ends) and ${d.eventId} <= (select highest from ends)
         group by 1
      ),
      counted as materialized (select sent.* from sent join chosen on chosen.id = sent.event_id),
      pairs as (
        select min(${rankOf(d.status)}) as place
          from ${d}
         where ${own} and ${d.eventId} in (select event_id from counted where again)
         group by ${d.eventId}, ${d.endpointId}
      )
      select (select count(*) from chosen)::int as emitted,
             count(*)::int as subscribed,
             array[${sql.join(BEST_FIRST.map(sumOf), sql`, `)}]::int[] as once,
             array[${sql.join(BEST_FIRST.map(pairsOf), sql`, `)}]::int[] as repeated
        from counted`);
    return rows[0]!;
  });
  const { emitted, subscribed, once, repeated } = counted;
  const totals = BEST_FIRST.map((_, index) => once[index]! + repeated[index]!);
  const counts = Object.fromEntries(BEST_FIRST.map((name, index) => [name, totals[index]]));
  return {
    ...(counts as Record<(typeof BEST_FIRST)[number], number>),
    emitted,
    unsubscribed: emitted - subscribed,
    expected: totals.reduce((sum, count) => sum + count, 0),
  };
}

const nameOf = (status: DeliveryStatus) => sql.identifier(`n_${status}`);

const countOf = (status: DeliveryStatus) =>
  sql`count(*) filter (where ${d.status} = ${status}) as ${nameOf(status)}`;

const sumOf = (status: DeliveryStatus) =>
  sql`coalesce(sum(${nameOf(status)}) filter (where not again), 0)`;

const pairsOf = (_: DeliveryStatus, index: number) =>
  sql`(select count(*) from pairs where place = ${index + 1})`;

/** An exact type, or a family: `payment.*`. */
function ofType(type: string): SQL {
  if (!type.endsWith(".*")) return eq(e.type, type);
  return like(e.type, `${type.slice(0, -1).replace(/[%_\\]/g, "\\$&")}%`);
}
