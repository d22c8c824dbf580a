import { type AnyColumn, and, eq, gte, inArray, like, lt, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { within } from "#db/reading.ts";
import { events as e } from "#db/schema/events.ts";
import { deliveries as d } from "#db/schema/webhooks.ts";
import { HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import { outerBounds, type Period } from "#lib/kernel/period.ts";
import { oldestDeliveryId } from "../deliveries/list-deliveries.ts";
import { type ReconcileRequest, type Reconciliation, STANDINGS } from "./types.ts";

/** The place of a status among `STANDINGS`: the least of several counts. */
export function standingOf(status: AnyColumn | SQL): SQL<number> {
  return sql<number>`array_position(${sql.raw(`array['${STANDINGS.join("','")}']`)}, ${status})`;
}

/** That an event of the account happened in a period, and is still kept. A test account's calendar
 *  may run ahead of ids, never behind them. */
export function happenedWithin(ctx: Context, period: Period): SQL | undefined {
  const { fromMs, toMs } = outerBounds(period, nowMs());
  const lowest =
    fromMs !== null && ctx.mode === "live" ? idLowerBound("evt", fromMs - HOUR_MS) : undefined;
  return and(
    eq(e.accountId, ctx.accountId),
    eq(e.mode, ctx.mode),
    gte(e.id, oldestEventId()),
    lowest === undefined ? undefined : gte(e.id, lowest),
    toMs === null ? undefined : lt(e.id, idLowerBound("evt", toMs + HOUR_MS)),
    within(e.createdAt, period),
  );
}

const oldestEventId = () => `evt_${oldestDeliveryId().slice(4)}` as Id<"evt">;

/** Counts events and how each stands at each endpoint it was for, in one snapshot. Takes no lock. */
export async function reconcile(ctx: Context, request: ReconcileRequest): Promise<Reconciliation> {
  const { happened, types = [], endpointId } = request;
  const chosen = db()
    .$with("chosen")
    .as(
      db()
        .select({ id: e.id })
        .from(e)
        .where(
          and(happenedWithin(ctx, happened), types.length ? or(...types.map(ofType)) : undefined),
        ),
    );
  const pairs = db()
    .$with("pairs")
    .as(
      db()
        .select({
          eventId: d.eventId,
          standing: sql<number>`min(${standingOf(d.status)})`.as("standing"),
        })
        .from(d)
        .where(
          and(
            eq(d.accountId, ctx.accountId),
            // Between the first and the last of the events; no delivery is older than its event's
            // millisecond, which is what the ten characters say.
            sql`${d.id} >= (select 'dlv_' || substr(min(${chosen.id}), 5, 10) from ${chosen})`,
            sql`${d.eventId} >= (select min(${chosen.id}) from ${chosen})`,
            sql`${d.eventId} <= (select max(${chosen.id}) from ${chosen})`,
            endpointId ? eq(d.endpointId, endpointId as Id<"we">) : undefined,
            inArray(d.eventId, db().select({ id: chosen.id }).from(chosen)),
          ),
        )
        .groupBy(d.eventId, d.endpointId),
    );
  const [row] = await db()
    .with(chosen, pairs)
    .select({
      emitted: sql<number>`(select count(*) from ${chosen})::int`,
      subscribed: sql<number>`count(distinct ${pairs.eventId})::int`,
      expected: sql<number>`count(*)::int`,
      standings: sql<number[]>`array[${sql.join(
        STANDINGS.map((_, index) => sql`count(*) filter (where ${pairs.standing} = ${index + 1})`),
        sql`, `,
      )}]::int[]`,
    })
    .from(pairs);
  const { emitted, subscribed, expected, standings } = row!;
  const counts = Object.fromEntries(STANDINGS.map((name, index) => [name, standings[index]]));
  return {
    ...(counts as Record<(typeof STANDINGS)[number], number>),
    emitted,
    unsubscribed: emitted - subscribed,
    expected,
  };
}

/** An exact type, or a family: `payment.*`. */
function ofType(type: string): SQL {
  if (!type.endsWith(".*")) return eq(e.type, type);
  return like(e.type, `${type.slice(0, -1).replace(/[%_\\]/g, "\\$&")}%`);
}
