import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  like,
  type SQL,
  sql,
} from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { events as e } from "#db/schema/events.ts";
import { payments as p } from "#db/schema/payments.ts";
import { refunds as r } from "#db/schema/refunds.ts";
import { allDeliveries as d, webhookEndpoints as w } from "#db/schema/webhooks.ts";
import { beginning } from "#db/sql-text.ts";
import { madeWithin } from "#db/time-filters.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound, idTimeMs } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { DeliveryStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import { oldestEventId } from "./store.ts";

/** An event as a list item, without its data. */
export type EventListItem = {
  id: Id<"evt">;
  type: string;
  objectId: string;
  createdAt: Date;
  /** Its deliveries per status, replays included. */
  deliveries: Partial<Record<DeliveryStatus, number>>;
};

export type EventFilter = {
  types?: readonly string[] | undefined;
  created?: Period | undefined;
  /** The beginning of an event's id, or the whole id of its object or of a customer. */
  search?: string | undefined;
};

/** One page of the events that match a filter, newest first. Takes no lock. */
export async function listEventItems(
  ctx: Context,
  filter: EventFilter,
  page: KeysetPage,
): Promise<KeysetSlice<EventListItem>> {
  const slice = await readPage(e.id, page, (bound, order, take) =>
    db()
      .select({ id: e.id, type: e.type, objectId: e.objectId, createdAt: e.createdAt })
      .from(e)
      .where(and(matching(ctx, filter), bound))
      .orderBy(order)
      .limit(take),
  );
  const counts = await countDeliveries(ctx, slice.rows);
  return {
    ...slice,
    rows: slice.rows.map((row) => ({ ...row, deliveries: counts.get(row.id) ?? {} })),
  };
}

/** Exact number of events that match a filter. Takes no lock. */
export async function countEventItems(ctx: Context, filter: EventFilter): Promise<number> {
  const [row] = await db().select({ total: count() }).from(e).where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

async function countDeliveries(ctx: Context, rows: ReadonlyArray<{ id: Id<"evt"> }>) {
  const found = new Map<string, EventListItem["deliveries"]>();
  const oldest = rows.at(-1);
  if (!oldest) return found;
  const counted = await db()
    .select({ eventId: d.eventId, status: d.status, n: count() })
    .from(d)
    .where(
      and(
        eq(d.accountId, ctx.accountId),
        inArray(
          d.eventId,
          rows.map((row) => row.id),
        ),
        // No delivery is older than its event, so older partitions are skipped.
        gte(d.id, idLowerBound("dlv", idTimeMs(oldest.id))),
      ),
    )
    .groupBy(d.eventId, d.status);
  for (const { eventId, status, n } of counted) {
    found.set(eventId, { ...found.get(eventId), [status]: Number(n) });
  }
  return found;
}

function matching(ctx: Context, filter: EventFilter): SQL | undefined {
  const { search } = filter;
  return and(
    eq(e.accountId, ctx.accountId),
    eq(e.mode, ctx.mode),
    gte(e.id, oldestEventId()),
    filter.types?.length ? inArray(e.type, [...filter.types]) : undefined,
    madeWithin(
      { createdAt: e.createdAt, id: e.id, prefix: "evt", aheadMs: ctx.clockAheadMs },
      filter.created,
    ),
    search
      ? search.startsWith("evt_")
        ? like(e.id, beginning(search))
        : isAbout(ctx, search)
      : undefined,
  );
}

const sqlText = (column: AnyColumn) => sql<string>`${column}`;

/** The condition that an event is about an object. Customers have no events of their own: for one it matches the
 *  events of their payments and refunds. */
export function isAbout(ctx: Context, objectId: string): SQL {
  if (!objectId.startsWith("cus_")) return eq(e.objectId, objectId);
  const own = and(
    eq(p.accountId, ctx.accountId),
    eq(p.mode, ctx.mode),
    eq(p.customerId, objectId as Id<"cus">),
  );
  const paid = db()
    .select({ id: sqlText(p.id) })
    .from(p)
    .where(own);
  const refunded = db()
    .select({ id: sqlText(r.id) })
    .from(r)
    .innerJoin(p, and(eq(p.accountId, r.accountId), eq(p.id, r.paymentId)))
    .where(own);
  // One list of ids, so that the index on the object id applies.
  return inArray(e.objectId, unionAll(paid, refunded));
}

export type EventWithDeliveries = {
  id: Id<"evt">;
  type: string;
  objectId: string;
  createdAt: Date;
  deliveries: EventDelivery[];
};

type EventDelivery = {
  id: Id<"dlv">;
  endpointId: Id<"we">;
  endpointUrl: string | null;
  status: string;
  attemptCount: number;
  lastResponseStatus: number | null;
  lastFailureCause: string | null;
  nextAttemptAt: Date | null;
  finishedAt: Date | null;
  replayOf: Id<"dlv"> | null;
  createdAt: Date;
};

/** An object rarely has more than ten events; this bounds the exceptions. */
const MOST_EVENTS = 100;

/** Events about some objects with their deliveries, replays included, newest event first, at most 100. Reads
 *  partitions from `sinceMs` on: pass the creation time of the oldest object. Takes no lock. */
export function eventsAbout(
  ctx: Context,
  objectIds: readonly string[],
  sinceMs: number,
): Promise<EventWithDeliveries[]> {
  return withDeliveries(ctx, inArray(e.objectId, [...objectIds]), sinceMs);
}

/** As `eventsAbout`, for the events that a request caused. */
export function eventsOfRequest(
  ctx: Context,
  requestId: Id<"req">,
): Promise<EventWithDeliveries[]> {
  return withDeliveries(ctx, eq(e.requestId, requestId), idTimeMs(requestId));
}

async function withDeliveries(
  ctx: Context,
  condition: SQL,
  sinceMs: number,
): Promise<EventWithDeliveries[]> {
  const found = await db()
    .select({ id: e.id, type: e.type, objectId: e.objectId, createdAt: e.createdAt })
    .from(e)
    .where(
      and(
        eq(e.accountId, ctx.accountId),
        eq(e.mode, ctx.mode),
        condition,
        gte(e.id, idLowerBound("evt", sinceMs)),
      ),
    )
    .orderBy(desc(e.id))
    .limit(MOST_EVENTS);
  if (found.length === 0) return [];
  const sent = await deliveriesOf(
    ctx,
    found.map(({ id }) => id),
    sinceMs,
  );
  return found.map((event) => ({
    ...event,
    deliveries: sent
      .filter(({ eventId }) => eventId === event.id)
      .map(({ eventId: _, ...delivery }) => delivery),
  }));
}

function deliveriesOf(ctx: Context, eventIds: Id<"evt">[], sinceMs: number) {
  return db()
    .select({
      eventId: d.eventId,
      id: d.id,
      endpointId: d.endpointId,
      endpointUrl: w.url,
      status: d.status,
      attemptCount: d.attemptCount,
      lastResponseStatus: d.lastResponseStatus,
      lastFailureCause: d.lastFailureCause,
      nextAttemptAt: d.nextAttemptAt,
      finishedAt: d.finishedAt,
      replayOf: d.replayOf,
      createdAt: d.createdAt,
    })
    .from(d)
    .leftJoin(w, and(eq(w.accountId, d.accountId), eq(w.id, d.endpointId)))
    .where(
      and(
        eq(d.accountId, ctx.accountId),
        inArray(d.eventId, eventIds),
        gte(d.id, idLowerBound("dlv", sinceMs)),
      ),
    )
    .orderBy(asc(d.id));
}
