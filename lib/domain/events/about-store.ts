import { and, asc, desc, eq, gte, inArray, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { events as e } from "#db/schema/events.ts";
import { deliveries as d, webhookEndpoints as w } from "#db/schema/webhooks.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound, idTimeMs } from "#lib/kernel/ids.ts";

export type Announcement = {
  id: Id<"evt">;
  type: string;
  objectId: string;
  createdAt: Date;
  deliveries: AnnouncementDelivery[];
};

export type AnnouncementDelivery = {
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

/** An object rarely has more than a handful; a runaway one must not make its page endless. */
const MOST_EVENTS = 100;

/** What was announced about some objects and to whom, newest event first, replays included. None is
 *  older than `sinceMs` (the oldest object), which spares the partitions before. Takes no lock. */
export function announcementsAbout(
  ctx: Context,
  objectIds: readonly string[],
  sinceMs: number,
): Promise<Announcement[]> {
  return announcements(ctx, inArray(e.objectId, [...objectIds]), sinceMs);
}

/** The same of what a request caused. */
export function announcementsBy(ctx: Context, requestId: Id<"req">): Promise<Announcement[]> {
  return announcements(ctx, eq(e.requestId, requestId), idTimeMs(requestId));
}

async function announcements(
  ctx: Context,
  condition: SQL,
  sinceMs: number,
): Promise<Announcement[]> {
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
