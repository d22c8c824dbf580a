import {
  and,
  asc,
  between,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "#db/client.ts";
import { newestIds, readPage } from "#db/paging.ts";
import { events as e } from "#db/schema/events.ts";
import {
  type DeliveryStatus,
  deliveries as d,
  webhookEndpoints as w,
} from "#db/schema/webhooks.ts";
import { beginning } from "#db/sql-text.ts";
import { madeWithin } from "#db/time-filters.ts";
import { isAbout } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { Period } from "#lib/kernel/period.ts";
import { oldestDeliveryId } from "../deliveries/list-deliveries.ts";
import type { FailureCause } from "../outbound/failures.ts";
import { happenedWithin, standingOf } from "./reconcile-store.ts";
import type { AnswerClass, DeliveryFilter, DeliveryListItem } from "./types.ts";

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
    // The endpoints are joined to the page alone: asked for both at once, the planner goes through the
    // endpoints and reads all that each ever failed to take.
    return await db()
      .select(LINE)
      .from(d)
      .innerJoin(w, itsEndpoint)
      .where(and(eq(d.accountId, ctx.accountId), between(d.id, first, last), inArray(d.id, found)))
      .orderBy(order)
      .limit(take);
  });
}

/** How many deliveries a filter leaves, exactly up to `most`; `most + 1` stands for more. Takes no
 *  lock. */
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

/** One delivery as a line; null when the account has none such in this mode. */
export async function findLine(ctx: Context, id: string): Promise<DeliveryListItem | null> {
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
  original: Pick<DeliveryListItem, "id" | "eventId">,
): Promise<DeliveryListItem[]> {
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
    filter.endpointId ? ofEndpoint(ctx, filter.endpointId) : eq(d.mode, ctx.mode),
    gte(d.id, oldestDeliveryId()),
    filter.types?.length ? inArray(d.eventType, [...filter.types]) : undefined,
    madeWithin({ createdAt: d.createdAt, id: d.id, prefix: "dlv" }, filter.created),
    filter.happened ? ofEventsWithin(ctx, filter.happened) : undefined,
    filter.standings?.length ? stands(filter.standings) : undefined,
    filter.eventId ? eq(d.eventId, filter.eventId) : undefined,
    filter.search ? meaning(ctx, filter.search) : undefined,
    ...choicesOf(ctx, filter).map((choices) => or(...choices)),
  );
}

/** An endpoint has one mode, so that of its deliveries need not be asked, and its own index is enough to count them. */
function ofEndpoint(ctx: Context, endpointId: string): SQL {
  const its = db()
    .select({ id: w.id })
    .from(w)
    .where(
      and(eq(w.accountId, ctx.accountId), eq(w.mode, ctx.mode), eq(w.id, endpointId as Id<"we">)),
    );
  return eq(d.endpointId, its);
}

/** Filters of which several values may be wanted: each value's condition, by filter. */
function choicesOf(ctx: Context, filter: DeliveryFilter): SQL[][] {
  const { statuses = [], answers = [], causes = [] } = filter;
  return [
    statuses.map((status) => (status === "pending" ? isPending(ctx) : eq(d.status, status))),
    causes.map((cause) => eq(d.lastFailureCause, cause)),
    answers.map(answeredWith),
  ].filter((choices) => choices.length > 0);
}

/** The choices of the first filter of which several are wanted; null when there is none. */
function alternatives(ctx: Context, filter: DeliveryFilter): SQL[] | null {
  return choicesOf(ctx, filter).find((choices) => choices.length > 1) ?? null;
}

/** Said so that the queue's own index finds them: what is pending is in no other small one. */
function isPending(ctx: Context): SQL {
  const its = db()
    .select({ id: w.id })
    .from(w)
    .where(and(eq(w.accountId, ctx.accountId), eq(w.mode, ctx.mode)));
  return and(eq(d.status, "pending"), isNotNull(d.nextAttemptAt), inArray(d.endpointId, its))!;
}

/** The status is stored with its cause, and of causes there is a small index. */
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

/** That a delivery is the one that counts of those of its event and endpoint, and how it stands. */
function stands(standings: readonly DeliveryStatus[]): SQL {
  const s = alias(d, "s");
  const better = db()
    .select({ one: sql`1` })
    .from(s)
    .where(
      and(
        eq(s.accountId, d.accountId),
        eq(s.eventId, d.eventId),
        eq(s.endpointId, d.endpointId),
        or(
          lt(standingOf(s.status), standingOf(d.status)),
          and(eq(s.status, d.status), gt(s.id, d.id)),
        ),
      ),
    );
  return and(inArray(d.status, [...standings]), notExists(better))!;
}

/** What is typed is an id; its prefix says of what. */
function meaning(ctx: Context, text: string): SQL {
  if (text.startsWith("dlv_")) return like(d.id, beginning(text));
  if (text.startsWith("evt_")) return eq(d.eventId, text as Id<"evt">);
  if (text.startsWith("we_")) return eq(d.endpointId, text as Id<"we">);
  const itsEvents = db()
    .select({ id: e.id })
    .from(e)
    .where(and(eq(e.accountId, ctx.accountId), eq(e.mode, ctx.mode), isAbout(ctx, text)));
  return inArray(d.eventId, itsEvents);
}
