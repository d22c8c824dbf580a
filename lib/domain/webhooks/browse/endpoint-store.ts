import { and, count, desc, eq, gte, inArray, isNotNull, max, min, ne, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { deliveryAttempts as a, allDeliveries as d } from "#db/schema/webhooks.ts";
import { HISTORY_DAYS } from "#lib/domain/events/index.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import type { DeliveryStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import { oldestDeliveryId } from "../deliveries/read-deliveries.ts";
import type { ResponseTimes, Slot, Tally } from "../types.ts";

const MOST_MEASURED = 1_000;

const since = (ctx: Context, fromMs: number, endpointId?: Id<"we">) =>
  and(
    eq(d.accountId, ctx.accountId),
    eq(d.mode, ctx.mode),
    gte(d.id, idLowerBound("dlv", fromMs)),
    endpointId ? eq(d.endpointId, endpointId) : undefined,
  );

export type Counted = {
  tally: Tally;
  /** Only slots with deliveries, oldest first. */
  slots: Slot[];
};

/** Counts the deliveries made since `fromMs` by endpoint: in total and per slot of `slotMs`. Reads them
 *  once, since a busy merchant has hundreds of thousands a day. Takes no lock. */
export async function countHealth(
  ctx: Context,
  { fromMs, slotMs, endpointId }: { fromMs: number; slotMs: number; endpointId?: Id<"we"> },
): Promise<ReadonlyMap<string, Counted>> {
  const stride = `${slotMs / 1_000} seconds`;
  const rows = await db()
    .select({
      endpointId: d.endpointId,
      status: d.status,
      from: sql<Date>`date_bin(${stride}, ${d.createdAt}, to_timestamp(0))`.mapWith(d.createdAt),
      deliveries: sql<number>`count(*)::int`,
      attempts: sql<number>`sum(${d.attemptCount})::int`,
    })
    .from(d)
    .where(since(ctx, fromMs, endpointId))
    .groupBy(d.endpointId, d.status, sql`3`)
    .orderBy(sql`3`);
  const found = new Map<string, Counted>();
  for (const row of rows) {
    const counted = found.get(row.endpointId) ?? { tally: emptyTally(), slots: [] };
    counted.tally[row.status] += row.deliveries;
    counted.tally.attempts += row.attempts;
    addToSlot(counted.slots, row);
    found.set(row.endpointId, counted);
  }
  return found;
}

type SlotPart = { from: Date; status: DeliveryStatus; deliveries: number };

/** Adds to the last slot, or starts the next one. */
function addToSlot(slots: Slot[], { from, status, deliveries }: SlotPart): void {
  let slot = slots.at(-1);
  if (slot?.from.getTime() !== from.getTime()) {
    slot = { from, delivered: 0, undelivered: 0 };
    slots.push(slot);
  }
  if (status === "delivered") slot.delivered += deliveries;
  if (status === "retrying" || status === "failed") slot.undelivered += deliveries;
}

export function emptyTally(): Tally {
  return { pending: 0, retrying: 0, delivered: 0, failed: 0, held: 0, canceled: 0, attempts: 0 };
}

/** Deliveries of an endpoint that are not over. `heldUntil`: the first held one is kept until then. */
export type Waiting = { due: number; held: number; heldUntil: Date | null };

/** For the consequences named in a dialog. Takes no lock. */
export async function waitingOf(ctx: Context, endpointId: Id<"we">): Promise<Waiting> {
  const rows = await db()
    .select({ status: d.status, n: count(), oldest: min(d.createdAt) })
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
  const rowOf = (status: DeliveryStatus) => rows.find((row) => row.status === status);
  const of = (status: DeliveryStatus) => Number(rowOf(status)?.n ?? 0);
  const oldest = rowOf("held")?.oldest;
  return {
    due: of("pending") + of("retrying"),
    held: of("held"),
    heldUntil: oldest ? dateFromMs(oldest.getTime() + HISTORY_DAYS * DAY_MS) : null,
  };
}

/** Response times of an endpoint since `fromMs`; null without an attempt. */
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

/** Reading every delivery of a busy endpoint for a rare type could take seconds. */
const DELIVERIES_READ = 2_000;

/** The newest event of each type among an endpoint's latest deliveries, newest first, without test
 *  events. Reads the endpoint's index backwards. Takes no lock. */
export async function latestByType(ctx: Context, endpointId: Id<"we">): Promise<Id<"evt">[]> {
  const latest = db()
    .select({ type: d.eventType, eventId: d.eventId })
    .from(d)
    .where(
      and(
        eq(d.accountId, ctx.accountId),
        eq(d.mode, ctx.mode),
        eq(d.endpointId, endpointId),
        gte(d.id, oldestDeliveryId()),
        ne(d.origin, "test"),
      ),
    )
    .orderBy(desc(d.id))
    .limit(DELIVERIES_READ)
    .as("latest");
  // Ids sort by time, so the greatest id of a type is its newest event.
  const newest = max(latest.eventId);
  const rows = await db()
    .select({ eventId: newest })
    .from(latest)
    .groupBy(latest.type)
    .orderBy(desc(newest));
  return rows.map(({ eventId }) => eventId as Id<"evt">);
}
