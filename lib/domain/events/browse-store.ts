import { and, count, eq, gte, inArray, like, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { events as e } from "#db/schema/events.ts";
import { type DeliveryStatus, deliveries as d } from "#db/schema/webhooks.ts";
import { beginning } from "#db/sql-text.ts";
import { madeWithin } from "#db/time-filters.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound, idTimeMs } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { Period } from "#lib/kernel/period.ts";
import { isAbout } from "./customer-store.ts";
import { oldestEventId } from "./list-events.ts";

/** An event as a line of a list, without its data. */
export type EventListItem = {
  id: Id<"evt">;
  type: string;
  objectId: string;
  createdAt: Date;
  /** How many of its deliveries, replays included, are in each status. */
  deliveries: Partial<Record<DeliveryStatus, number>>;
};

export type EventFilter = {
  types?: readonly string[] | undefined;
  created?: Period | undefined;
  /** The beginning of an event's id, or the whole id of its object or of a customer. */
  search?: string | undefined;
};

/** One page of the events that a filter leaves, newest first. Takes no lock. */
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

/** How many events a filter leaves, exactly. Takes no lock. */
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
        // A delivery is never older than its event: this spares the partitions before.
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
