import { and, desc, eq, gte, inArray, like, type SQL } from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { listen, notify } from "#db/notify.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { events } from "#db/schema/events.ts";
import { deliveries } from "#db/schema/webhooks.ts";
import { textOf } from "#db/shards.ts";
import { withParams } from "#db/sql-text.ts";
import { madeInRange } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { DAY_MS, now, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound, idTimeMs, newIdAt } from "#lib/kernel/ids.ts";
import type { Page } from "#lib/kernel/page.ts";
import { recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { shardSql } from "#lib/kernel/shard-sql.ts";
import { eventFanoutSql, FANOUT_COLUMNS, fanoutRow } from "./fanout.ts";
import type { ListEventsRequest } from "./list-events.ts";
import type { Event } from "./types.ts";

/** Days for which events and deliveries can be read and replayed (service.md §6). */
export const HISTORY_DAYS = 30;

/** The smallest event id that is still within the 30 days kept. */
export function oldestEventId(): Id<"evt"> {
  return idLowerBound("evt", nowMs() - HISTORY_DAYS * DAY_MS);
}

const EVENT_ROW = [["account_id", "text"], ["mode", "text"], ...FANOUT_COLUMNS] as const;
const FANOUT = shardSql(
  (held) => `with emitted as materialized (select * from ${recordsSql(1, "row_", EVENT_ROW)}),
  ${eventFanoutSql("emitted", held)} select 1`,
);

/** Inserts the event and one delivery per subscribed endpoint. Locks no existing row. */
export async function insertWithDeliveries(tx: Tx, event: Event): Promise<void> {
  const row = { account_id: event.accountId, mode: event.mode, ...fanoutRow(event) };
  await tx.execute(withParams(textOf(FANOUT), recordsValues(EVENT_ROW, [row])));
}

/** Inserts the event and a single test delivery, due now, to `endpointId`. Locks no existing row. */
export async function insertForTest(tx: Tx, event: Event, endpointId: Id<"we">): Promise<void> {
  const { id: eventId, accountId, mode, type: eventType, objectId } = event;
  await tx.insert(events).values(event);
  const due = now();
  await tx.insert(deliveries).values({
    id: newIdAt("dlv", idTimeMs(eventId)),
    ...{ accountId, mode, eventId, eventType, objectId, endpointId, origin: "test" as const },
    ...{ nextAttemptAt: due, createdAt: due },
  });
}

const own = (ctx: Context) => and(eq(events.accountId, ctx.accountId), eq(events.mode, ctx.mode));

export async function find(ctx: Context, id: string, tx?: Tx): Promise<Event | null> {
  const [event] = await findMany(ctx, [id], tx);
  return event ?? null;
}

export async function findMany(ctx: Context, ids: readonly string[], tx?: Tx): Promise<Event[]> {
  if (ids.length === 0) return [];
  const rows = await (tx ?? db())
    .select()
    .from(events)
    .where(and(own(ctx), inArray(events.id, ids as Array<Id<"evt">>)));
  return rows as Event[];
}

/** An exact type, or a family: `payment.*`. */
function ofType(type: string): SQL {
  if (!type.endsWith(".*")) return eq(events.type, type);
  return like(events.type, `${type.slice(0, -1).replace(/[%_\\]/g, "\\$&")}%`);
}

/** The newest event of the mode; null without one. Takes no lock. */
export async function latestId(ctx: Context): Promise<Id<"evt"> | null> {
  const [row] = await db()
    .select({ id: events.id })
    .from(events)
    .where(own(ctx))
    .orderBy(desc(events.id))
    .limit(1);
  return row?.id ?? null;
}

/** One page of events from `oldest` on. Takes no lock. */
export async function list(
  ctx: Context,
  request: ListEventsRequest,
  oldest: Id<"evt">,
): Promise<Page<Event>> {
  const k = keyset(events.id, request);
  const rows = await db()
    .select()
    .from(events)
    .where(
      and(
        own(ctx),
        gte(events.id, oldest),
        request.type === undefined ? undefined : ofType(request.type),
        request.objectId === undefined ? undefined : eq(events.objectId, request.objectId),
        madeInRange(
          { createdAt: events.createdAt, id: events.id, prefix: "evt", aheadMs: ctx.clockAheadMs },
          request.created,
        ),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return pageOf(rows as Event[], request);
}

const DISPATCH_CHANNEL = "paydesk_dispatch";

const QUEUE = "queue";

/** A notification announces new events, and also the queue of deliveries if `queue`. */
export type Notification = { queue: boolean };

export async function notifyDispatchers({ queue }: Notification): Promise<void> {
  await notify(DISPATCH_CHANNEL, queue ? QUEUE : "");
}

/** Calls `onNotify` at every notification and after every reconnect. Returns a function that stops it. */
export function listenForNotifications(
  onNotify: (notification: Notification) => void,
): () => Promise<void> {
  return listen(DISPATCH_CHANNEL, (payload) => onNotify({ queue: payload !== "" }));
}

export type RecentEvent = { id: Id<"evt">; objectId: string; data: Record<string, unknown> };

const RECENT = `
  select id, object_id as "objectId", data
    from events
   where account_id = $1 and mode = $2 and id >= $3 and ($4::text is null or id < $4)
   order by id desc limit $5`;

/** Objects in the account's events, newest first. Takes no lock. */
export async function listRecent(
  ctx: Context,
  { oldest, before }: { oldest: Id<"evt">; before: Id<"evt"> | null },
  limit: number,
): Promise<RecentEvent[]> {
  return await runPrepared<RecentEvent>("events.recent_data", RECENT, [
    ctx.accountId,
    ctx.mode,
    oldest,
    before,
    limit,
  ]);
}
