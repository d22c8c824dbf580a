import { and, asc, desc, eq, gt, gte, inArray, isNull, like, lte, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { eventBodies } from "#db/schema/events.ts";
import {
  allDeliveries,
  deliveries,
  deliveryAttempts,
  webhookEndpoints,
} from "#db/schema/webhooks.ts";
import { madeInRange } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { subscriptionsTo } from "#lib/domain/events/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Page } from "#lib/kernel/page.ts";
import type { Attempt, Delivery } from "../types.ts";
import type { ListDeliveriesRequest } from "./read-deliveries.ts";

type Table = typeof deliveries | typeof allDeliveries;

const columnsOf = (t: Table) => ({
  id: t.id,
  accountId: t.accountId,
  mode: t.mode,
  eventId: t.eventId,
  eventType: t.eventType,
  objectId: t.objectId,
  endpointId: t.endpointId,
  status: t.status,
  attemptCount: t.attemptCount,
  nextAttemptAt: t.nextAttemptAt,
  lastResponseStatus: t.lastResponseStatus,
  lastFailureCause: t.lastFailureCause,
  replayOf: t.replayOf,
  origin: t.origin,
  createdAt: t.createdAt,
  finishedAt: t.finishedAt,
});

const shown = columnsOf(allDeliveries);

const own = (ctx: Context, t: Table = allDeliveries) =>
  and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

export async function find(ctx: Context, id: string, tx?: Tx): Promise<Delivery | null> {
  const [delivery] = await (tx ?? db())
    .select(shown)
    .from(allDeliveries)
    .where(and(own(ctx), eq(allDeliveries.id, id as Id<"dlv">)));
  return delivery ?? null;
}

/** The deliveries of `ids` that exist. Inside a transaction, pass its `tx`. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[], tx?: Tx): Promise<Delivery[]> {
  if (ids.length === 0) return [];
  return await (tx ?? db())
    .select(shown)
    .from(allDeliveries)
    .where(and(own(ctx), inArray(allDeliveries.id, ids as Array<Id<"dlv">>)));
}

/** One page of deliveries from `oldest` on. Takes no lock. */
export async function list(
  ctx: Context,
  request: ListDeliveriesRequest,
  oldest: Id<"dlv">,
): Promise<Page<Delivery>> {
  const k = keyset(allDeliveries.id, request);
  const { endpointId, eventId, objectId, type, status, origin, created } = request;
  const rows = await db()
    .select(shown)
    .from(allDeliveries)
    .where(
      and(
        own(ctx),
        gte(allDeliveries.id, oldest),
        endpointId === undefined ? undefined : eq(allDeliveries.endpointId, endpointId as Id<"we">),
        eventId === undefined ? undefined : eq(allDeliveries.eventId, eventId as Id<"evt">),
        objectId === undefined ? undefined : eq(allDeliveries.objectId, objectId),
        type === undefined ? undefined : ofType(type),
        status === undefined ? undefined : inArray(allDeliveries.status, [...status]),
        origin === undefined ? undefined : eq(allDeliveries.origin, origin),
        madeInRange(
          { createdAt: allDeliveries.createdAt, id: allDeliveries.id, prefix: "dlv" },
          created,
        ),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return pageOf(rows, request);
}

/** An exact type, or a family: `payment.*`. */
function ofType(type: string) {
  if (!type.endsWith(".*")) return eq(allDeliveries.eventType, type);
  return like(allDeliveries.eventType, `${type.slice(0, -1).replace(/[%_\\]/g, "\\$&")}%`);
}

/** All attempts of a delivery with the request bodies, oldest first. */
export async function listAttempts(delivery: Delivery): Promise<Attempt[]> {
  const rows = await db()
    .select({ attempt: deliveryAttempts, body: eventBodies.body })
    .from(deliveryAttempts)
    .leftJoin(
      eventBodies,
      and(
        eq(eventBodies.accountId, deliveryAttempts.accountId),
        eq(eventBodies.eventId, delivery.eventId),
        eq(eventBodies.version, deliveryAttempts.bodyVersion),
      ),
    )
    .where(
      and(
        eq(deliveryAttempts.accountId, delivery.accountId),
        eq(deliveryAttempts.deliveryId, delivery.id),
      ),
    )
    .orderBy(asc(deliveryAttempts.number));
  return rows.map(({ attempt, body }) => ({ ...attempt, requestBody: body ?? "" }));
}

/** All deliveries of one event, newest first. */
export async function listOfEvent(ctx: Context, eventId: Id<"evt">, tx?: Tx): Promise<Delivery[]> {
  return await (tx ?? db())
    .select(shown)
    .from(allDeliveries)
    .where(and(own(ctx), eq(allDeliveries.eventId, eventId)))
    .orderBy(desc(allDeliveries.id));
}

/** Enabled endpoints that are among `ids` or subscribe to `type`, oldest first. */
export async function listEnabled(
  tx: Tx,
  ctx: Context,
  type: string,
  ids: ReadonlyArray<Id<"we">>,
): Promise<Array<Id<"we">>> {
  const { events } = webhookEndpoints;
  const subscribed = sql`${events} && ${sql.param(subscriptionsTo(type), events)}`;
  const rows = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.accountId, ctx.accountId),
        eq(webhookEndpoints.mode, ctx.mode),
        eq(webhookEndpoints.status, "enabled"),
        isNull(webhookEndpoints.deletedAt),
        or(subscribed, ids.length > 0 ? inArray(webhookEndpoints.id, [...ids]) : undefined),
      ),
    )
    .orderBy(asc(webhookEndpoints.id));
  return rows.map((row) => row.id);
}

export async function insert(
  tx: Tx,
  rows: Array<typeof deliveries.$inferInsert>,
): Promise<Delivery[]> {
  return await tx.insert(deliveries).values(rows).returning(columnsOf(deliveries));
}

/** Cancels retrying and held deliveries that a replay replaces. An attempt under way is still recorded (its lease stays),
 *  and a success counts. */
export async function supersede(
  tx: Tx,
  ctx: Context,
  ids: ReadonlyArray<Id<"dlv">>,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(deliveries)
    .set({ status: "canceled", nextAttemptAt: null, finishedAt: now() })
    .where(
      and(
        own(ctx, deliveries),
        inArray(deliveries.id, [...ids]),
        inArray(deliveries.status, ["retrying", "held"]),
      ),
    );
}

/** Moves the next attempts of the account's test deliveries `byMs` earlier, but not before now. Leaves
 *  leased deliveries alone. Locks the rows. */
export async function makeDueNow(tx: Tx, accountId: Id<"acct">, byMs: number): Promise<void> {
  if (byMs <= 0) return;
  const moment = now();
  await tx
    .update(deliveries)
    .set({
      // In UTC, because Citus takes no function of a column that depends on the session's zone.
      nextAttemptAt: sql`greatest(${moment}, ((${deliveries.nextAttemptAt} at time zone 'UTC') - ${byMs} * interval '1 ms') at time zone 'UTC')`,
    })
    .where(
      and(
        eq(deliveries.accountId, accountId),
        eq(deliveries.mode, "test"),
        inArray(deliveries.status, ["pending", "retrying"]),
        gt(deliveries.nextAttemptAt, moment),
        or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, moment)),
      ),
    );
}
