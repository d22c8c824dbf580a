import { and, count, desc, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import {
  deliveryAttempts as a,
  type DeliveryStatus,
  deliveries as d,
} from "#db/schema/webhooks.ts";
import { at } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import { oldestDeliveryId } from "../deliveries/list-deliveries.ts";
import type { ResponseTimes, Slot, Tally } from "./types.ts";

const MOST_MEASURED = 1_000;

const since = (ctx: Context, fromMs: number, endpointId?: Id<"we">) =>
  and(
    eq(d.accountId, ctx.accountId),
    eq(d.mode, ctx.mode),
    gte(d.id, idLowerBound("dlv", fromMs)),
    endpointId ? eq(d.endpointId, endpointId) : undefined,
  );

/** What became of the deliveries made since a moment, by endpoint. Takes no lock. */
export async function tallies(
  ctx: Context,
  fromMs: number,
  endpointId?: Id<"we">,
): Promise<Map<string, Tally>> {
  const rows = await db()
    .select({
      endpointId: d.endpointId,
      status: d.status,
      deliveries: count(),
      attempts: sql<number>`sum(${d.attemptCount})::int`,
    })
    .from(d)
    .where(since(ctx, fromMs, endpointId))
    .groupBy(d.endpointId, d.status);
  const found = new Map<string, Tally>();
  for (const row of rows) {
    const tally = found.get(row.endpointId) ?? emptyTally();
    tally[row.status] = Number(row.deliveries);
    tally.attempts += row.attempts;
    found.set(row.endpointId, tally);
  }
  return found;
}

export function emptyTally(): Tally {
  return { pending: 0, retrying: 0, delivered: 0, failed: 0, held: 0, canceled: 0, attempts: 0 };
}

/** How many deliveries were made per slot of `slotSeconds` since a moment, by endpoint; slots without
 *  any are left out. Takes no lock. */
export async function slots(
  ctx: Context,
  fromMs: number,
  slotSeconds: number,
  endpointId?: Id<"we">,
): Promise<Map<string, Slot[]>> {
  const slot = sql<number>`(floor(extract(epoch from ${d.createdAt}) / ${slotSeconds}) * ${slotSeconds})::float8`;
  const delivered = sql<number>`(count(*) filter (where ${d.status} = 'delivered'))::int`;
  const undelivered = sql<number>`(count(*) filter (where ${d.status} in ('retrying', 'failed')))::int`;
  const rows = await db()
    .select({ endpointId: d.endpointId, second: slot, delivered, undelivered })
    .from(d)
    .where(since(ctx, fromMs, endpointId))
    .groupBy(d.endpointId, sql`2`)
    .orderBy(sql`2`);
  const found = new Map<string, Slot[]>();
  for (const { endpointId: id, second, ...counts } of rows) {
    const list = found.get(id) ?? [];
    list.push({ from: at(second * 1_000), ...counts });
    found.set(id, list);
  }
  return found;
}

/** What still waits for an endpoint, over all that is kept: for saying what a change touches. */
export async function waitingOf(
  ctx: Context,
  endpointId: Id<"we">,
): Promise<{ due: number; held: number }> {
  const rows = await db()
    .select({ status: d.status, n: count() })
    .from(d)
    .where(
      and(
        eq(d.accountId, ctx.accountId),
        eq(d.endpointId, endpointId),
        gte(d.id, oldestDeliveryId()),
        inArray(d.status, ["pending", "retrying", "held"]),
      ),
    )
    .groupBy(d.status);
  const of = (status: DeliveryStatus) => Number(rows.find((row) => row.status === status)?.n ?? 0);
  return { due: of("pending") + of("retrying"), held: of("held") };
}

/** How long an endpoint took to answer since a moment; null when it was not called. */
export async function responseTimes(
  ctx: Context,
  endpointId: Id<"we">,
  fromMs: number,
): Promise<ResponseTimes | null> {
  const newest = db()
    .select({ ms: a.durationMs })
    .from(d)
    .innerJoin(
      a,
      and(
        eq(a.accountId, d.accountId),
        eq(a.deliveryId, d.id),
        gte(a.deliveryId, idLowerBound("dlv", fromMs)),
      ),
    )
    .where(since(ctx, fromMs, endpointId))
    .orderBy(desc(d.id))
    .limit(MOST_MEASURED)
    .as("newest");
  const [row] = await db()
    .select({
      attempts: sql<number>`count(*)::int`,
      medianMs: sql<number>`percentile_disc(0.5) within group (order by ${newest.ms})`,
      p95Ms: sql<number>`percentile_disc(0.95) within group (order by ${newest.ms})`,
    })
    .from(newest);
  return row && row.attempts > 0 ? row : null;
}

/** The newest delivery of an endpoint whose last attempt failed; null when there is none. */
export async function latestFailure(
  ctx: Context,
  endpointId: Id<"we">,
): Promise<{ id: Id<"dlv">; cause: string; responseStatus: number | null } | null> {
  const [row] = await db()
    .select({ id: d.id, cause: d.lastFailureCause, responseStatus: d.lastResponseStatus })
    .from(d)
    .where(
      and(
        eq(d.accountId, ctx.accountId),
        eq(d.endpointId, endpointId),
        gte(d.id, oldestDeliveryId()),
        isNotNull(d.lastFailureCause),
      ),
    )
    .orderBy(desc(d.id))
    .limit(1);
  return row ? { ...row, cause: row.cause! } : null;
}
