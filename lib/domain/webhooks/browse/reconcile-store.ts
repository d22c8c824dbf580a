import { type AnyColumn, and, eq, gte, like, or, type SQL, sql } from "drizzle-orm";
import { events as e } from "#db/schema/events.ts";
import { type DeliveryStatus, deliveries as d } from "#db/schema/webhooks.ts";
import { madeWithin } from "#db/time-filters.ts";
import { transact } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Period } from "#lib/kernel/period.ts";
import { oldestDeliveryId } from "../deliveries/list-deliveries.ts";
import { type ReconcileRequest, type Reconciliation, STANDINGS } from "./types.ts";

/** The place of a status among `STANDINGS`: the least of several counts. */
export function standingOf(status: AnyColumn | SQL): SQL<number> {
  return sql<number>`array_position(${sql.raw(`array['${STANDINGS.join("','")}']`)}, ${status})`;
}

/** That an event of the account happened in a period, and is still kept. */
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
 * Counts events and how each stands at each endpoint it was for, in one snapshot. Takes no lock. An event has one
 * delivery for each endpoint until something is sent again, so most are counted as they stand, event by event;
 * endpoint by endpoint only those of which something was sent again.
 */
export async function reconcile(ctx: Context, request: ReconcileRequest): Promise<Reconciliation> {
  const { happened, types = [], endpointId } = request;
  const wanted = and(
    happenedWithin(ctx, happened),
    types.length ? or(...types.map(ofType)) : undefined,
  );
  const own = and(
    eq(d.accountId, ctx.accountId),
    // No delivery is older than its event's millisecond, which is what the ten characters say.
    sql`${d.id} >= (select 'dlv_' || substr(lowest, 5, 10) from ends)`,
    endpointId ? eq(d.endpointId, endpointId as Id<"we">) : undefined,
  );
  const counted = await transact(async (tx) => {
    // A month of events is grouped in memory, not on the disk.
    await tx.execute(sql`set local work_mem = '64MB'`);
    const { rows } = await tx.execute<Counted>(sql`
      with chosen as materialized (select ${e.id} as id from ${e} where ${wanted}),
      ends as materialized (select min(id) as lowest, max(id) as highest from chosen),
      told as materialized (
        select ${d.eventId} as event_id,
               bool_or(${d.replayOf} is not null or ${d.origin} = 'replay') as again,
               ${sql.join(STANDINGS.map(countOf), sql`, `)}
          from ${d}
         where ${own}
           and ${d.eventId} >= (select lowest from ends) and ${d.eventId} <= (select highest from ends)
         group by 1
      ),
      announced as materialized (select told.* from told join chosen on chosen.id = told.event_id),
      pairs as (
        select min(${standingOf(d.status)}) as standing
          from ${d}
         where ${own} and ${d.eventId} in (select event_id from announced where again)
         group by ${d.eventId}, ${d.endpointId}
      )
      select (select count(*) from chosen)::int as emitted,
             count(*)::int as subscribed,
             array[${sql.join(STANDINGS.map(sumOf), sql`, `)}]::int[] as once,
             array[${sql.join(STANDINGS.map(pairsOf), sql`, `)}]::int[] as repeated
        from announced`);
    return rows[0]!;
  });
  const { emitted, subscribed, once, repeated } = counted;
  const standings = STANDINGS.map((_, index) => once[index]! + repeated[index]!);
  const counts = Object.fromEntries(STANDINGS.map((name, index) => [name, standings[index]]));
  return {
    ...(counts as Record<(typeof STANDINGS)[number], number>),
    emitted,
    unsubscribed: emitted - subscribed,
    expected: standings.reduce((sum, count) => sum + count, 0),
  };
}

const nameOf = (status: DeliveryStatus) => sql.identifier(`n_${status}`);

const countOf = (status: DeliveryStatus) =>
  sql`count(*) filter (where ${d.status} = ${status}) as ${nameOf(status)}`;

const sumOf = (status: DeliveryStatus) =>
  sql`coalesce(sum(${nameOf(status)}) filter (where not again), 0)`;

const pairsOf = (_: DeliveryStatus, index: number) =>
  sql`(select count(*) from pairs where standing = ${index + 1})`;

/** An exact type, or a family: `payment.*`. */
function ofType(type: string): SQL {
  if (!type.endsWith(".*")) return eq(e.type, type);
  return like(e.type, `${type.slice(0, -1).replace(/[%_\\]/g, "\\$&")}%`);
}
