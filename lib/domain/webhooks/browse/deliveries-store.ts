import {
  and,
  asc,
  between,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { db } from "#db/client.ts";
import { newestIds, readPage } from "#db/paging.ts";
import { events as e } from "#db/schema/events.ts";
import { allDeliveries as d, webhookEndpoints as w } from "#db/schema/webhooks.ts";
import { beginning } from "#db/sql-text.ts";
import { madeWithin } from "#db/time-filters.ts";
import { isAbout } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { AnswerClass } from "#lib/kernel/vocabulary/responses.ts";
import type { DeliveryStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import { oldestDeliveryId } from "../deliveries/read-deliveries.ts";
import type { FailureCause } from "../outbound/failures.ts";
import type { DeliveryFilter, DeliveryListItem } from "../types.ts";
import { happenedWithin, rankOf } from "./reconcile-store.ts";

/** Amount and currency of the event's object when the event was made; null for objects without an amount. The partition
 *  key is `id`, so each row costs one index lookup. */
const moneyOf = ({ accountId }: Context) => sql<{ amount: string; currency: string } | null>`(
  select case when ${e.data} ->> 'amount' is not null and ${e.data} ->> 'currency' is not null
    then json_build_object('amount', ${e.data} ->> 'amount', 'currency', ${e.data} ->> 'currency') end
  from ${e} where ${e.accountId} = ${accountId} and ${e.id} = ${d.eventId})`;

const itemOf = (ctx: Context) => ({
  id: d.id,
  eventId: d.eventId,
  eventType: d.eventType,
  objectId: d.objectId,
  money: moneyOf(ctx),
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
});

const itsEndpoint = and(eq(w.accountId, d.accountId), eq(w.id, d.endpointId));

/** One page of the deliveries that match a filter, newest first. Takes no lock. */
export function listItems(
  ctx: Context,
  filter: DeliveryFilter,
  page: KeysetPage,
): Promise<KeysetSlice<DeliveryListItem>> {
  const parts = alternatives(ctx, filter) ?? [];
  return readPage(d.id, page, async (bound, order, take) => {
    const where = and(matching(ctx, filter), bound);
    const found = await newestIds({ table: d, id: d.id, where, parts, order, take });
    const inOrder = found.toSorted();
    const [first, last] = [inOrder[0], inOrder.at(-1)];
    if (!first || !last) return [];
    // Endpoints are joined to the rows of the page only. In a single query the planner starts from the
    // endpoints and reads every failed delivery of each.
    return await db()
      .select(itemOf(ctx))
      .from(d)
      .innerJoin(w, itsEndpoint)
      .where(and(eq(d.accountId, ctx.accountId), between(d.id, first, last), inArray(d.id, found)))
      .orderBy(order)
      .limit(take);
  });
}

/** Number of deliveries that match a filter, exact up to `most`; `most + 1` means more. Takes no lock. */
export async function countItems(
  ctx: Context,
  filter: DeliveryFilter,
  most: number,
): Promise<number> {
  const some = db()
    .select({ one: sql`1`.as("one") })
    .from(d)
    .where(matching(ctx, filter))
    .limit(most + 1)
    .as("some");
  const [row] = await db().select({ total: count() }).from(some);
  return Number(row?.total ?? 0);
}

/** One delivery as a list item; null when the account has none with this id in this mode. */
export async function findItem(ctx: Context, id: string): Promise<DeliveryListItem | null> {
  const [item] = await db()
    .select(itemOf(ctx))
    .from(d)
    .innerJoin(w, itsEndpoint)
    .where(and(matching(ctx, {}), eq(d.id, id as Id<"dlv">)));
  return item ?? null;
}

/** The replays of one delivery, oldest first. They have the same event, so its index finds them. */
export async function listReplaysOf(
  ctx: Context,
  original: Pick<DeliveryListItem, "id" | "eventId">,
): Promise<DeliveryListItem[]> {
  return await db()
    .select(itemOf(ctx))
    .from(d)
    .innerJoin(w, itsEndpoint)
    .where(and(matching(ctx, { eventId: original.eventId }), eq(d.replayOf, original.id)))
    .orderBy(asc(d.id));
}

function matching(ctx: Context, filter: DeliveryFilter): SQL | undefined {
  return and(
    eq(d.accountId, ctx.accountId),
    filter.endpointId ? ofEndpoint(ctx, filter.endpointId) : eq(d.mode, ctx.mode),
    gte(d.id, oldestDeliveryId()),
    filter.types?.length ? inArray(d.eventType, [...filter.types]) : undefined,
    madeWithin({ createdAt: d.createdAt, id: d.id, prefix: "dlv" }, filter.created),
    filter.happened ? ofEventsWithin(ctx, filter.happened) : undefined,
    filter.bestStatuses?.length ? hasBestStatus(ctx, filter.bestStatuses) : undefined,
    filter.eventId ? eq(d.eventId, filter.eventId) : undefined,
    filter.search ? matchesId(ctx, filter.search) : undefined,
    ...choicesOf(ctx, filter).map((choices) => or(...choices)),
  );
}

/** An endpoint has one mode, so a condition on the delivery's mode would only keep its index from being
 *  enough for a count. */
function ofEndpoint(ctx: Context, endpointId: string): SQL {
  const its = db()
    .select({ id: w.id })
    .from(w)
    .where(
      and(eq(w.accountId, ctx.accountId), eq(w.mode, ctx.mode), eq(w.id, endpointId as Id<"we">)),
    );
  return eq(d.endpointId, its);
}

/** For each filter with values to choose from: one condition per chosen value. */
function choicesOf(ctx: Context, filter: DeliveryFilter): SQL[][] {
  const { statuses = [], answers = [], causes = [] } = filter;
  return [
    statuses.map((status) => (status === "pending" ? isPending(ctx) : eq(d.status, status))),
    causes.map((cause) => eq(d.lastFailureCause, cause)),
    answers.map(answeredWith),
  ].filter((choices) => choices.length > 0);
}

/** The conditions of the first filter with more than one chosen value; null when there is none. */
function alternatives(ctx: Context, filter: DeliveryFilter): SQL[] | null {
  return choicesOf(ctx, filter).find((choices) => choices.length > 1) ?? null;
}

/** Written so that the index of the queue applies: pending deliveries are in no other small index. */
function isPending(ctx: Context): SQL {
  const its = db()
    .select({ id: w.id })
    .from(w)
    .where(and(eq(w.accountId, ctx.accountId), eq(w.mode, ctx.mode)));
  return and(eq(d.status, "pending"), isNotNull(d.nextAttemptAt), inArray(d.endpointId, its))!;
}

/** Each of these classes is one failure cause, and causes have a small index. */
const CAUSE_OF: Record<"3xx" | "4xx" | "5xx", FailureCause> = {
  "3xx": "redirect",
  "4xx": "http_client_error",
  "5xx": "http_server_error",
};

function answeredWith(answer: AnswerClass): SQL {
  if (answer === "2xx") return between(d.lastResponseStatus, 200, 299);
  if (answer === "none") return and(isNotNull(d.lastFailureCause), isNull(d.lastResponseStatus))!;
  return eq(d.lastFailureCause, CAUSE_OF[answer]);
}

function ofEventsWithin(ctx: Context, period: Period): SQL {
  const its = db().select({ id: e.id }).from(e).where(happenedWithin(ctx, period));
  return inArray(d.eventId, its);
}

/** A delivery with the best status of its event and endpoint, which is one of `statuses`. */
function hasBestStatus({ accountId }: Context, statuses: readonly DeliveryStatus[]): SQL {
  // The query builder gives a view no alias.
  const better = sql`(
    select 1 from ${d} s
     where s.account_id = ${accountId} and s.event_id = ${d.eventId} and s.endpoint_id = ${d.endpointId}
       and (${rankOf(sql`s.status`)} < ${rankOf(d.status)} or s.status = ${d.status} and s.id > ${d.id}))`;
  return and(inArray(d.status, [...statuses]), notExists(better))!;
}

/** The search text is an id; its prefix tells the kind of object. */
function matchesId(ctx: Context, text: string): SQL {
  if (text.startsWith("dlv_")) return like(d.id, beginning(text));
  if (text.startsWith("evt_")) return eq(d.eventId, text as Id<"evt">);
  if (text.startsWith("we_")) return eq(d.endpointId, text as Id<"we">);
  const itsEvents = db()
    .select({ id: e.id })
    .from(e)
    .where(and(eq(e.accountId, ctx.accountId), eq(e.mode, ctx.mode), isAbout(ctx, text)));
  return inArray(d.eventId, itsEvents);
}
