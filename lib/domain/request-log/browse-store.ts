import { and, count, desc, eq, gte, inArray, like, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, newestIds, pageOf, readPage } from "#db/paging.ts";
import { events as e } from "#db/schema/events.ts";
import { apiKeys as k } from "#db/schema/keys.ts";
import { apiRequestGaps as g, apiRequests as r } from "#db/schema/request-log.ts";
import { allDeliveries as d } from "#db/schema/webhooks.ts";
import { beginning } from "#db/sql-text.ts";
import { madeInRange, madeWithin } from "#db/time-filters.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import {
  type CreatedRange,
  checkCursor,
  type KeysetPage,
  type KeysetSlice,
  type Page,
  type PageRequest,
} from "#lib/kernel/page.ts";
import type { LogGap, LoggedRequest, RequestFilter, RequestListItem } from "./types.ts";

/** Days for which requests can be read. */
const LOG_DAYS = 30;

const ITEM = {
  id: r.id,
  method: r.method,
  path: r.path,
  status: r.status,
  errorCode: r.errorCode,
  durationMs: r.durationMs,
  keyId: r.keyId,
  version: r.version,
  objectId: r.objectId,
  idempotencyKey: r.idempotencyKey,
  replayed: r.replayed,
  createdAt: r.createdAt,
};

const WHOLE = {
  ...ITEM,
  route: r.route,
  address: r.address,
  userAgent: r.userAgent,
  requestBody: r.requestBody,
  requestForm: r.requestForm,
  requestBytes: r.requestBytes,
  requestCut: r.requestCut,
  responseBody: r.responseBody,
  responseBytes: r.responseBytes,
  responseCut: r.responseCut,
};

const oldestId = () => idLowerBound("req", nowMs() - LOG_DAYS * DAY_MS);
const own = (ctx: Context) =>
  and(eq(r.accountId, ctx.accountId), eq(r.mode, ctx.mode), gte(r.id, oldestId()));

/** One page of the requests that match a filter, newest first. Takes no lock. */
export function listItems(
  ctx: Context,
  filter: RequestFilter,
  page: KeysetPage,
): Promise<KeysetSlice<RequestListItem>> {
  return readPage(r.id, page, async (bound, order, take) => {
    const where = and(matching(ctx, filter), bound);
    const parts = choicesOf(ctx, filter).find((choices) => choices.length > 1) ?? [];
    const found = await newestIds({ table: r, id: r.id, where, parts, order, take });
    if (found.length === 0) return [];
    return await db()
      .select(ITEM)
      .from(r)
      .where(and(own(ctx), inArray(r.id, found)))
      .orderBy(order)
      .limit(take);
  });
}

/** The same for `/v1`. Throws `parameter_invalid` with the cursor's parameter for an unknown one. */
export async function listLogged(
  ctx: Context,
  filter: RequestFilter,
  page: PageRequest & { created?: CreatedRange | undefined },
): Promise<Page<RequestListItem>> {
  await checkCursor(page, async (id) => (await findItem(ctx, id)) !== null);
  const k = keyset(r.id, page);
  const made = { createdAt: r.createdAt, id: r.id, prefix: "req" } as const;
  const where = and(matching(ctx, filter), madeInRange(made, page.created), k.where);
  const parts = choicesOf(ctx, filter).find((choices) => choices.length > 1) ?? [];
  const order = k.orderBy;
  const found = await newestIds({ table: r, id: r.id, where, parts, order, take: k.limit });
  if (found.length === 0) return pageOf([], page);
  const rows = await db()
    .select(ITEM)
    .from(r)
    .where(and(own(ctx), inArray(r.id, found)))
    .orderBy(order)
    .limit(k.limit);
  return pageOf(rows, page);
}

async function findItem(ctx: Context, id: string): Promise<{ id: string } | null> {
  const [found] = await db()
    .select({ id: r.id })
    .from(r)
    .where(and(own(ctx), eq(r.id, id as Id<"req">)));
  return found ?? null;
}

/** Number of requests that match a filter, exact up to `most`; `most + 1` means more. Takes no lock. */
export async function countItems(
  ctx: Context,
  filter: RequestFilter,
  most: number,
): Promise<number> {
  const some = db()
    .select({ one: sql`1`.as("one") })
    .from(r)
    .where(matching(ctx, filter))
    .limit(most + 1)
    .as("some");
  const [row] = await db().select({ total: count() }).from(some);
  return Number(row?.total ?? 0);
}

/** One request with its bodies; null when the account has none with this id in this mode. Takes no lock. */
export async function findRequest(ctx: Context, id: string): Promise<LoggedRequest | null> {
  const [found] = await db()
    .select(WHOLE)
    .from(r)
    .where(and(own(ctx), eq(r.id, id as Id<"req">)));
  return found ?? null;
}

/** Other requests with the same idempotency key, newest first. Only those of API keys of the same kind: secret and
 *  publishable keys have separate idempotency keys. Takes no lock. */
export async function withSameKey(
  ctx: Context,
  { id, keyId, idempotencyKey }: LoggedRequest,
  limit: number,
): Promise<RequestListItem[]> {
  if (idempotencyKey === null) return [];
  const kind = db().select({ kind: k.kind }).from(k).where(eq(k.id, keyId));
  const found = await db()
    .select(ITEM)
    .from(r)
    .innerJoin(k, and(eq(k.accountId, r.accountId), eq(k.id, r.keyId)))
    .where(and(own(ctx), eq(r.idempotencyKey, idempotencyKey), eq(k.kind, kind)))
    .orderBy(desc(r.id))
    .limit(limit + 1);
  return found.filter((request) => request.id !== id).slice(0, limit);
}

/** POST and DELETE requests about some objects, newest first, from `sinceMs` on. `offset 0` makes the planner use the
 *  index on the object id before it sorts; otherwise it scans the whole log in order. Takes no lock. */
export async function writesAbout(
  ctx: Context,
  objectIds: readonly string[],
  sinceMs: number,
  limit: number,
): Promise<RequestListItem[]> {
  const found = db()
    .select(ITEM)
    .from(r)
    .where(
      and(
        own(ctx),
        inArray(r.objectId, [...objectIds]),
        gte(r.id, idLowerBound("req", sinceMs - HOUR_MS)),
        inArray(r.method, ["POST", "DELETE"]),
      ),
    )
    .offset(0)
    .as("found");
  return await db().select().from(found).orderBy(desc(found.id)).limit(limit);
}

/** Gaps of the log, newest first. Takes no lock. */
export async function listGaps(ctx: Context, limit: number): Promise<LogGap[]> {
  return await db()
    .select({ fromAt: g.fromAt, toAt: g.toAt, requests: g.requests })
    .from(g)
    .where(
      and(
        eq(g.accountId, ctx.accountId),
        eq(g.mode, ctx.mode),
        gte(g.toAt, dateFromMs(nowMs() - LOG_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(g.id))
    .limit(limit);
}

function matching(ctx: Context, filter: RequestFilter): SQL | undefined {
  return and(
    own(ctx),
    filter.keyId ? eq(r.keyId, filter.keyId as Id<"key">) : undefined,
    filter.version ? eq(r.version, filter.version) : undefined,
    filter.objectId ? eq(r.objectId, filter.objectId) : undefined,
    madeWithin({ createdAt: r.createdAt, id: r.id, prefix: "req" }, filter.made),
    ...choicesOf(ctx, filter).map((choices) => or(...choices)),
  );
}

/** For each filter with values to choose from: one condition per chosen value, most selective filter first. */
function choicesOf(ctx: Context, filter: RequestFilter): SQL[][] {
  const { answers = [], methods = [], routes = [], errorCodes = [] } = filter;
  return [
    filter.search ? matchesId(ctx, filter.search) : [],
    errorCodes.map((code) => eq(r.errorCode, code)),
    routes.map((route) => eq(r.route, route)),
    answers.map((answer) => eq(r.answer, answer)),
    methods.map((method) => eq(r.method, method)),
  ].filter((choices) => choices.length > 0);
}

/** The search text is an id, whose prefix tells the kind of object, or an idempotency key, which may look like an id. */
function matchesId(ctx: Context, text: string): SQL[] {
  if (text.startsWith("req_")) return [like(r.id, beginning(text))];
  if (text.startsWith("key_")) return [eq(r.keyId, text as Id<"key">)];
  const keyed = eq(r.idempotencyKey, text);
  if (text.startsWith("evt_")) return [causes(ctx, eq(e.id, text as Id<"evt">)), keyed];
  if (text.startsWith("dlv_")) return [causes(ctx, inArray(e.id, eventOf(ctx, text))), keyed];
  return /^[a-z]{2,4}_[0-9a-z]{10,40}$/.test(text) ? [eq(r.objectId, text), keyed] : [keyed];
}

/** A request that caused an event with this condition. */
function causes(ctx: Context, condition: SQL): SQL {
  const theirs = db()
    .select({ id: sql<Id<"req">>`${e.requestId}` })
    .from(e)
    .where(and(eq(e.accountId, ctx.accountId), eq(e.mode, ctx.mode), condition));
  return inArray(r.id, theirs);
}

function eventOf(ctx: Context, deliveryId: string) {
  return db()
    .select({ id: d.eventId })
    .from(d)
    .where(and(eq(d.accountId, ctx.accountId), eq(d.id, deliveryId as Id<"dlv">)));
}
