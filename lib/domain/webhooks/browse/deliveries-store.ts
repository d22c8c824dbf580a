import { and, asc, count, eq, gte, inArray, like, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage, within } from "#db/reading.ts";
import { deliveries as d, webhookEndpoints as w } from "#db/schema/webhooks.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/keyset.ts";
import { oldestDeliveryId } from "../deliveries/list-deliveries.ts";
import type { DeliveryFilter, DeliveryLine } from "./types.ts";

const LINE = {
  id: d.id,
  eventId: d.eventId,
  eventType: d.eventType,
  objectId: d.objectId,
  endpointId: d.endpointId,
  endpointUrl: w.url,
  endpointDeleted: sql<boolean>`${w.deletedAt} is not null`,
  status: d.status,
  attemptCount: d.attemptCount,
  nextAttemptAt: d.nextAttemptAt,
  lastResponseStatus: d.lastResponseStatus,
  lastFailureCause: d.lastFailureCause,
  replayOf: d.replayOf,
  origin: d.origin,
  createdAt: d.createdAt,
  finishedAt: d.finishedAt,
};

const itsEndpoint = and(eq(w.accountId, d.accountId), eq(w.id, d.endpointId));

/** One page of the deliveries that a filter leaves, newest first. Takes no lock. */
export function listLines(
  ctx: Context,
  filter: DeliveryFilter,
  page: KeysetPage,
): Promise<KeysetSlice<DeliveryLine>> {
  return readPage(d.id, page, (bound, order, take) =>
    db()
      .select(LINE)
      .from(d)
      .innerJoin(w, itsEndpoint)
      .where(and(matching(ctx, filter), bound))
      .orderBy(order)
      .limit(take),
  );
}

/** How many deliveries a filter leaves, exactly. Takes no lock. */
export async function countLines(ctx: Context, filter: DeliveryFilter): Promise<number> {
  const [row] = await db().select({ total: count() }).from(d).where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

/** One delivery as a line; null when the account has none such in this mode. */
export async function findLine(ctx: Context, id: string): Promise<DeliveryLine | null> {
  const [line] = await db()
    .select(LINE)
    .from(d)
    .innerJoin(w, itsEndpoint)
    .where(and(matching(ctx, {}), eq(d.id, id as Id<"dlv">)));
  return line ?? null;
}

/** What was sent again of one delivery, oldest first. A replay has the same event, so the event's
 *  index finds it. */
export async function listReplaysOf(
  ctx: Context,
  original: Pick<DeliveryLine, "id" | "eventId">,
): Promise<DeliveryLine[]> {
  return await db()
    .select(LINE)
    .from(d)
    .innerJoin(w, itsEndpoint)
    .where(and(matching(ctx, { eventId: original.eventId }), eq(d.replayOf, original.id)))
    .orderBy(asc(d.id));
}

function matching(ctx: Context, filter: DeliveryFilter): SQL | undefined {
  return and(
    eq(d.accountId, ctx.accountId),
    eq(d.mode, ctx.mode),
    gte(d.id, oldestDeliveryId()),
    filter.endpointId ? eq(d.endpointId, filter.endpointId as Id<"we">) : undefined,
    filter.types?.length ? inArray(d.eventType, [...filter.types]) : undefined,
    filter.statuses?.length ? inArray(d.status, [...filter.statuses]) : undefined,
    filter.created ? within(d.createdAt, filter.created) : undefined,
    filter.eventId ? eq(d.eventId, filter.eventId) : undefined,
    filter.search ? meaning(filter.search) : undefined,
  );
}

/** What is typed is an id; its prefix says of what. */
function meaning(text: string): SQL {
  if (text.startsWith("dlv_")) return like(d.id, `${text.replace(/[\\%_]/g, "\\$&")}%`);
  if (text.startsWith("evt_")) return eq(d.eventId, text as Id<"evt">);
  if (text.startsWith("we_")) return eq(d.endpointId, text as Id<"we">);
  return eq(d.objectId, text);
}
