import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { keptWhenLarge, MANY_ROWS } from "#lib/kernel/kept-when-large.ts";
import { getEndpoint } from "../endpoints/get-endpoint.ts";
import { listEndpoints } from "../endpoints/list-endpoints.ts";
import type { Certificate } from "../outbound/certificate.ts";
import type { Endpoint } from "../types.ts";
import {
  type Counted,
  countHealth,
  emptyTally,
  latestFailure,
  responseTimes,
  waitingOf,
} from "./health-store.ts";
import { type EndpointNow, endpointNow, latestCertificate } from "./history-store.ts";
import type { ResponseTimes, Slot, Tally } from "./types.ts";

export type Health = {
  tally: Tally;
  /** Every slot, the oldest first; the last one is not over yet. */
  slots: Slot[];
};

const deliveriesIn = ({ attempts, ...byStatus }: Tally): number =>
  Object.values(byStatus).reduce((sum, one) => sum + one, 0);

/** Exact, or of the last ten seconds where there are very many deliveries. */
const countsOf = keptWhenLarge<ReadonlyMap<string, Counted>>({
  forMs: 10_000,
  isLarge: (found) =>
    [...found.values()].reduce((sum, { tally }) => sum + deliveriesIn(tally), 0) >= MANY_ROWS,
});

const WINDOWS = {
  "24h": { spanMs: DAY_MS, slotMs: HOUR_MS },
  "7d": { spanMs: 7 * DAY_MS, slotMs: 6 * HOUR_MS },
} as const;
export type HealthWindow = keyof typeof WINDOWS;

async function endpointHealth(
  ctx: Context,
  window: HealthWindow,
  endpointId?: Id<"we">,
): Promise<(id: string) => Health> {
  const { spanMs, slotMs } = WINDOWS[window];
  // Whole slots, so that the first bar is as wide as the others.
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

/** The slots that had deliveries, and those that had none. */
function filled(found: readonly Slot[], fromMs: number, endMs: number, slotMs: number): Slot[] {
  const byStart = new Map(found.map((slot) => [slot.from.getTime(), slot]));
  const count = Math.round((endMs - fromMs) / slotMs);
  return Array.from({ length: count }, (_, index) => {
    const startMs = fromMs + index * slotMs;
    return byStart.get(startMs) ?? { from: dateFromMs(startMs), delivered: 0, undelivered: 0 };
  });
}

/** More than an account can have in one mode. */
const ALL = 100;

/** Every endpoint of the mode, newest first, with how its last 24 hours went. */
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
  waiting: { due: number; held: number };
  responseTimes: ResponseTimes | null;
  now: EndpointNow;
  /** What its server showed last; null when no handshake came so far. */
  certificate: Certificate | null;
  /** Why deliveries fail, while they do, or did when the endpoint was disabled. */
  failure: Awaited<ReturnType<typeof latestFailure>>;
};

/** One endpoint with how it does. Throws `resource_missing`, also for a deleted one. */
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
