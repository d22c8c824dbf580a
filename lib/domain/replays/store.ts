import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { listen, notify } from "#db/notify.ts";
import { keyset, pageOf, readPage } from "#db/paging.ts";
import { replayLanes, replays } from "#db/schema/replays.ts";
import { webhookEndpoints } from "#db/schema/webhooks.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import { type KeysetPage, type KeysetSlice, mapPage, type Page } from "#lib/kernel/page.ts";
import type { EndpointStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import type { ListReplaysRequest } from "./get-replay.ts";
import { chosen } from "./selection-store.ts";
import type { Forecast, Lane, Replay, SampleDelivery, Selection } from "./types.ts";

type Row = typeof replays.$inferSelect;

const own = (ctx: Context, id?: string) =>
  and(
    eq(replays.accountId, ctx.accountId),
    eq(replays.mode, ctx.mode),
    id === undefined ? undefined : eq(replays.id, id as Id<"rpl">),
  );

/** The status of each endpoint of the mode that is not deleted. */
export async function endpoints(tx: Tx, ctx: Context): Promise<Map<string, EndpointStatus>> {
  const { id, status, accountId, mode, deletedAt } = webhookEndpoints;
  const rows = await tx
    .select({ id, status })
    .from(webhookEndpoints)
    .where(and(eq(accountId, ctx.accountId), eq(mode, ctx.mode), isNull(deletedAt)))
    .orderBy(asc(id));
  return new Map(rows.map((row) => [row.id, row.status]));
}

/** Counts the deliveries of a selection by endpoint and type, and returns the oldest five. */
export async function forecast(
  tx: Tx,
  ctx: Context,
  selection: Selection,
): Promise<Omit<Forecast, "seconds">> {
  const among = chosen(ctx, selection, dateFromMs(nowMs()));
  const { rows: groups } = await tx.execute<{ endpoint: string; type: string; n: number }>(
    sql`select d.endpoint_id as endpoint, d.event_type as type, count(*)::int as n
          from deliveries d where ${among} group by 1, 2`,
  );
  const { rows: sample } = await tx.execute<SampleDelivery & { ms: number }>(sql`
    select d.id, d.event_type as type, d.object_id as "objectId", d.endpoint_id as "endpointId",
           d.status, d.last_response_status as "responseStatus", d.last_failure_cause as cause,
           (extract(epoch from d.created_at) * 1000)::float8 as ms
      from deliveries d where ${among} order by d.id limit 5`);
  const sum = (key: "endpoint" | "type") => {
    const totals = new Map<string, number>();
    for (const group of groups) {
      totals.set(group[key], (totals.get(group[key]) ?? 0) + group.n);
    }
    return [...totals].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  };
  return {
    total: groups.reduce((total, { n }) => total + n, 0),
    endpoints: sum("endpoint").map(([endpointId, total]) => ({ endpointId, total })),
    types: sum("type").map(([type, total]) => ({ type, total })),
    sample: sample.map(({ ms, ...rest }) => ({ ...rest, createdAt: dateFromMs(ms).toISOString() })),
  };
}

/** Median response time of an endpoint's last 100 delivered deliveries within 24 hours, in ms; null without any. */
export async function medianMs(tx: Tx, ctx: Context, endpointId: string): Promise<number | null> {
  const since = idLowerBound("dlv", nowMs() - 24 * HOUR_MS);
  const { rows } = await tx.execute<{ ms: number | null }>(sql`
    select percentile_disc(0.5) within group (order by t.duration_ms)::int as ms from (
      select a.duration_ms from deliveries d
        join delivery_attempts a
          on a.account_id = d.account_id and a.delivery_id = d.id and a.number = d.attempt_count
       where d.account_id = ${ctx.accountId} and d.endpoint_id = ${endpointId} and d.id >= ${since}
         and d.status = 'delivered' and a.delivery_id >= ${since}
       order by d.id desc limit 100) t`);
  return rows[0]?.ms ?? null;
}

export async function insert(tx: Tx, row: typeof replays.$inferInsert): Promise<Replay> {
  const [inserted] = await tx.insert(replays).values(row).returning();
  return toReplay(inserted!, []);
}

export async function find(ctx: Context, id: string, tx?: Tx): Promise<Replay | null> {
  const [row] = await (tx ?? db()).select().from(replays).where(own(ctx, id));
  if (!row) return null;
  const lanes = await lanesOf(ctx.accountId, [row.id], tx);
  return toReplay(row, lanes.get(row.id) ?? []);
}

/** One page, newest first, previews included. Takes no lock. */
export async function list(ctx: Context, request: ListReplaysRequest): Promise<Page<Replay>> {
  const k = keyset(replays.id, request);
  const { status, created } = request;
  const filter = status ? eq(replays.status, status) : undefined;
  const rows = await db()
    .select()
    .from(replays)
    .where(and(own(ctx), filter, createdWithin(replays.createdAt, created), k.where))
    .orderBy(k.orderBy)
    .limit(k.limit);
  const page = pageOf(rows, request);
  const lanes = await lanesOf(
    ctx.accountId,
    page.items.map(({ id }) => id),
  );
  return mapPage(page, (row) => toReplay(row, lanes.get(row.id) ?? []));
}

/** Replays that are not just previews. */
const jobs = (ctx: Context) => and(own(ctx), eq(replays.dryRun, false));

/** One page of replays without previews, newest first. Takes no lock. */
export async function listJobs(ctx: Context, page: KeysetPage): Promise<KeysetSlice<Replay>> {
  const slice = await readPage(replays.id, page, (bound, order, take) =>
    db()
      .select()
      .from(replays)
      .where(and(jobs(ctx), bound))
      .orderBy(order)
      .limit(take),
  );
  const lanes = await lanesOf(
    ctx.accountId,
    slice.rows.map(({ id }) => id),
  );
  return { ...slice, rows: slice.rows.map((row) => toReplay(row, lanes.get(row.id) ?? [])) };
}

/** Number of replays without previews. Takes no lock. */
export function countJobs(ctx: Context): Promise<number> {
  return db().$count(replays, jobs(ctx));
}

async function lanesOf(
  accountId: Id<"acct">,
  ids: ReadonlyArray<Id<"rpl">>,
  tx?: Tx,
): Promise<Map<string, Lane[]>> {
  if (ids.length === 0) return new Map();
  const rows = await (tx ?? db())
    .select()
    .from(replayLanes)
    .where(and(eq(replayLanes.accountId, accountId), inArray(replayLanes.replayId, [...ids])))
    .orderBy(asc(replayLanes.endpointId));
  return Map.groupBy(rows, (row) => row.replayId);
}

/** Locks a replay until the transaction ends, so that no worker advances it. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Row | null> {
  const [row] = await tx.select().from(replays).where(own(ctx, id)).for("update");
  return row ?? null;
}

export async function update(
  tx: Tx,
  key: { accountId: Id<"acct">; id: Id<"rpl"> },
  changes: Partial<typeof replays.$inferInsert>,
): Promise<void> {
  await tx
    .update(replays)
    .set(changes)
    .where(and(eq(replays.accountId, key.accountId), eq(replays.id, key.id)));
}

function toReplay(row: Row, lanes: Lane[]): Replay {
  const sum = (key: "total" | "sent" | "delivered" | "failed" | "skipped") =>
    lanes.reduce((total, lane) => total + lane[key], 0);
  const { dueAt: _, frozenThrough: __, ...shown } = row;
  return {
    ...shown,
    statuses: row.statuses as Replay["statuses"],
    total: row.frozen ? sum("total") : row.total,
    sent: sum("sent"),
    delivered: sum("delivered"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    lanes,
  };
}

const CHANNEL = "paydesk_replays";

export async function notifyReplayers(): Promise<void> {
  await notify(CHANNEL);
}

/** Calls `onNotify` when a replay is created or changed, and after every reconnect. Returns a function that stops it. */
export function listenForReplays(onNotify: () => void): () => Promise<void> {
  return listen(CHANNEL, onNotify);
}
