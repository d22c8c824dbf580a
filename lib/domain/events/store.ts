import { and, desc, eq, gte, inArray, like, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { listen, notify } from "#db/notify.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { events } from "#db/schema/events.ts";
import { deliveries } from "#db/schema/webhooks.ts";
import { withParams } from "#db/sql-text.ts";
import { madeInRange } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound, idTimeMs } from "#lib/kernel/ids.ts";
import type { Page } from "#lib/kernel/page.ts";
import { recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { eventFanoutSql, FANOUT_COLUMNS, fanoutRow } from "./fanout.ts";
import type { ListEventsRequest } from "./list-events.ts";
import type { Event } from "./types.ts";

const ANNOUNCED = [["account_id", "text"], ["mode", "text"], ...FANOUT_COLUMNS] as const;
const FANOUT = `with announced as materialized (select * from ${recordsSql(1, "row_", ANNOUNCED)}),
  ${eventFanoutSql("announced")} select 1`;

/** Inserts the event and one delivery per subscribed endpoint, or one to the endpoint `only`: that is
 *  a test of it, and counts neither for nor against it. Locks nothing that exists. */
export async function insertWithDeliveries(tx: Tx, event: Event, only?: Id<"we">): Promise<void> {
  const row = { account_id: event.accountId, mode: event.mode, ...fanoutRow(event, only) };
  await tx.execute(withParams(FANOUT, recordsValues(ANNOUNCED, [row])));
  if (!only) return;
  await tx
    .update(deliveries)
    .set({ origin: "test" })
    .where(
      and(
        eq(deliveries.accountId, event.accountId),
        eq(deliveries.eventId, event.id),
        // Theirs begin with the event's moment: this spares the partitions before.
        gte(deliveries.id, idLowerBound("dlv", idTimeMs(event.id))),
      ),
    );
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

/** The newest event of the mode; null when there is none. */
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

export async function notifyDispatchers(): Promise<void> {
  await notify(DISPATCH_CHANNEL);
}

/** Calls `heard` when another process pokes, and after every reconnect. Returns the call that ends it. */
export function listenForNotifications(heard: () => void): () => Promise<void> {
  return listen(DISPATCH_CHANNEL, heard);
}
