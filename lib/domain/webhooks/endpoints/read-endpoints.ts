import type { Tx } from "#db/transact.ts";
import { type Event, findEvents } from "#lib/domain/events/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { keptWhenLarge, MANY_ROWS } from "#lib/kernel/kept-when-large.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import {
  type Counted,
  countHealth,
  emptyTally,
  latestByType,
  latestFailure,
  responseTimes,
  type Waiting,
  waitingOf,
} from "../browse/endpoint-store.ts";
import {
  type EndpointNow,
  endpointNow,
  historyOf,
  latestCertificate,
} from "../browse/history-store.ts";
import type { Certificate } from "../outbound/connection.ts";
import type { Endpoint, ResponseTimes, Slot, Tally } from "../types.ts";
import * as store from "./store.ts";

/** Throws `resource_missing`, also for another merchant's endpoint and for a deleted one. */
export async function getEndpoint(
  ctx: Context,
  id: string,
  options: { param?: string; tx?: Tx } = {},
): Promise<Endpoint> {
  const endpoint = await store.find(ctx, id, options.tx);
  if (!endpoint) throw missing("webhook endpoint", id, options.param);
  return endpoint;
}

/** The endpoints of `ids` that exist, deleted ones included, by id, in one query. */
export async function findEndpoints(
  ctx: Context,
  ids: readonly string[],
  tx?: Tx,
): Promise<Map<string, { endpoint: Endpoint; deleted: boolean }>> {
  const found = await store.findMany(ctx, ids, tx);
  return new Map(found.map((each) => [each.endpoint.id, each]));
}

export type ListEndpointsRequest = PageRequest & {
  status?: Endpoint["status"] | undefined;
  created?: CreatedRange | undefined;
};

/** One page of the endpoints that are not deleted, newest first. Throws `parameter_invalid` for an unknown
 *  cursor. Takes no lock. */
export async function listEndpoints(
  ctx: Context,
  request: ListEndpointsRequest,
): Promise<Page<Endpoint>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

export type Health = {
  tally: Tally;
  /** Every slot, oldest first; the last one is still running. */
  slots: Slot[];
};

const deliveriesIn = ({ attempts, ...byStatus }: Tally): number =>
  Object.values(byStatus).reduce((sum, one) => sum + one, 0);

/** Exact counts. From `MANY_ROWS` deliveries on they may be up to 10 s old. */
const countsOf = keptWhenLarge<ReadonlyMap<string, Counted>>({
  forMs: 10_000,
  isLarge: (found) =>
    [...found.values()].reduce((sum, { tally }) => sum + deliveriesIn(tally), 0) >= MANY_ROWS,
});

const WINDOWS = {
  "24h": { spanMs: DAY_MS, slotMs: HOUR_MS },
  "7d": { spanMs: 7 * DAY_MS, slotMs: 6 * HOUR_MS },
  "30d": { spanMs: 30 * DAY_MS, slotMs: DAY_MS },
} as const;
type HistoryWindow = keyof typeof WINDOWS;

async function endpointHealth(
  ctx: Context,
  window: "24h" | "7d",
  endpointId?: Id<"we">,
): Promise<(id: string) => Health> {
  const { spanMs, slotMs } = WINDOWS[window];
  // Whole slots: the first bar covers as much time as the others.
  const endMs = (Math.floor(nowMs() / slotMs) + 1) * slotMs;
  const fromMs = endMs - spanMs;
  const counted = await countsOf([ctx.accountId, ctx.mode, fromMs, slotMs, endpointId], () =>
    countHealth(ctx, { fromMs, slotMs, ...(endpointId ? { endpointId } : {}) }),
  );
  return (id) => ({
    tally: counted.get(id)?.tally ?? emptyTally(),
    slots: filled(counted.get(id)?.slots ?? [], fromMs, endMs, slotMs),
  });
}

/** Adds an empty slot wherever there were no deliveries. */
function filled(found: readonly Slot[], fromMs: number, endMs: number, slotMs: number): Slot[] {
  const byStart = new Map(found.map((slot) => [slot.from.getTime(), slot]));
  const count = Math.round((endMs - fromMs) / slotMs);
  return Array.from({ length: count }, (_, index) => {
    const startMs = fromMs + index * slotMs;
    return byStart.get(startMs) ?? { from: dateFromMs(startMs), delivered: 0, undelivered: 0 };
  });
}

/** Above `MAX_ENDPOINTS`, so one page holds all. */
const ALL = 100;

/** Every endpoint of the mode, newest first, with its deliveries of the last 24 hours. */
export async function browseEndpoints(
  ctx: Context,
): Promise<Array<{ endpoint: Endpoint; day: Health }>> {
  const [page, healthOf] = await Promise.all([
    listEndpoints(ctx, { limit: ALL }),
    endpointHealth(ctx, "24h"),
  ]);
  return page.items.map((endpoint) => ({ endpoint, day: healthOf(endpoint.id) }));
}

export type EndpointDetail = {
  endpoint: Endpoint;
  day: Health;
  week: Health;
  waiting: Waiting;
  responseTimes: ResponseTimes | null;
  now: EndpointNow;
  /** The certificate seen last; null when no TLS handshake got that far. */
  certificate: Certificate | null;
  /** The latest failed delivery, while the endpoint is failing or was when it was disabled. */
  failure: Awaited<ReturnType<typeof latestFailure>>;
};

/** One endpoint with its health. Throws `resource_missing`, also for a deleted one. */
export async function endpointDetail(ctx: Context, id: string): Promise<EndpointDetail> {
  const endpoint = await getEndpoint(ctx, id);
  const [day, week, waiting, times, failure, present, certificate] = await Promise.all([
    endpointHealth(ctx, "24h", endpoint.id),
    endpointHealth(ctx, "7d", endpoint.id),
    waitingOf(ctx, endpoint.id),
    responseTimes(ctx, endpoint.id, nowMs() - DAY_MS),
    endpoint.failingSince ? latestFailure(ctx, endpoint.id) : null,
    endpointNow(endpoint.id),
    latestCertificate(ctx, endpoint.id),
  ]);
  return {
    endpoint,
    day: day(endpoint.id),
    week: week(endpoint.id),
    waiting,
    responseTimes: times,
    now: present,
    certificate,
    failure,
  };
}

export type HistorySlot = {
  from: Date;
  to: Date;
  delivered: number;
  undelivered: number;
  /** Over the newest 200 attempts of the slot; null without any. */
  medianMs: number | null;
  p95Ms: number | null;
};

/** Outcomes of an endpoint's deliveries per slot, oldest first; the last slot is still running.
 *  Throws `resource_missing`. */
export async function endpointHistory(
  ctx: Context,
  id: string,
  window: HistoryWindow,
): Promise<HistorySlot[]> {
  const endpoint = await getEndpoint(ctx, id);
  const { spanMs, slotMs } = WINDOWS[window];
  const endMs = (Math.floor(nowMs() / slotMs) + 1) * slotMs;
  const count = spanMs / slotMs;
  const moments = Array.from({ length: count + 1 }, (_, index) => endMs - (count - index) * slotMs);
  const rows = await historyOf(ctx, endpoint.id, moments);
  return rows.map(({ total, undelivered, unsent, medianMs, p95Ms }, index) => ({
    from: dateFromMs(moments[index]!),
    to: dateFromMs(moments[index + 1]!),
    delivered: total - undelivered - unsent,
    undelivered,
    medianMs,
    p95Ms,
  }));
}

export type LatestEvents = {
  endpoint: Endpoint;
  /** One of each type, newest first. */
  events: Event[];
};

/** An endpoint with the newest event of each type among its latest deliveries. Leaves out test events,
 *  whose objects are made up. Throws `resource_missing`. Takes no lock. */
export async function latestEventsTo(ctx: Context, endpointId: string): Promise<LatestEvents> {
  const endpoint = await getEndpoint(ctx, endpointId);
  const ids = await latestByType(ctx, endpoint.id);
  const found = await findEvents(ctx, ids);
  return { endpoint, events: ids.flatMap((id) => found.get(id) ?? []) };
}
