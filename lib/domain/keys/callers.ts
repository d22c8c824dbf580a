import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import * as store from "./callers-store.ts";
import type { Caller, CallerPart, CallerSeries, KeyCall } from "./types.ts";

const STRETCHES = {
  minute: { ms: MINUTE_MS, count: 60 },
  hour: { ms: HOUR_MS, count: 24 },
} as const;

const MOST_LISTED = 200;
const DEEDS_OVER_MS = 30 * DAY_MS;
const PAUSES_OVER_MS = 30 * DAY_MS;

/** Who uses each key, split by one part: the last hour minute by minute, or the last day hour by hour, the
 *  busiest first. */
export async function callersOf(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
  { per, part }: { per: keyof typeof STRETCHES; part: CallerPart },
): Promise<Map<Id<"key">, CallerSeries[]>> {
  const { ms, count } = STRETCHES[per];
  const firstMs = nowMs() - (nowMs() % ms) - (count - 1) * ms;
  const series = new Map(keyIds.map((keyId) => [keyId, new Map<string, CallerSeries>()]));
  const slices = await store.listSlices(ctx, keyIds, { part, per, since: dateFromMs(firstMs) });
  for (const { keyId, value, start, requests, errors, lastAt } of slices) {
    const mine = series.get(keyId);
    const index = Math.round((start.getTime() - firstMs) / ms);
    if (!mine || index >= count) continue;
    const none = { value, requests: 0, errors: 0, lastAt, slices: new Array(count).fill(0) };
    const sum = mine.get(value) ?? none;
    sum.requests += requests;
    sum.errors += errors;
    if (lastAt > sum.lastAt) sum.lastAt = lastAt;
    sum.slices[index] = requests;
    mine.set(value, sum);
  }
  const busiestFirst = (mine: Map<string, CallerSeries>) =>
    [...mine.values()].sort((a, b) => b.requests - a.requests);
  return new Map([...series].map(([keyId, mine]) => [keyId, busiestFirst(mine)]));
}

/** Everything the counters know of what a key did: who used it, whole callers, and for which calls, the
 *  busiest first. A month is kept. */
export async function activityOf(
  ctx: Context,
  keyId: Id<"key">,
): Promise<{ since: Date; callers: Caller[]; calls: KeyCall[] }> {
  const since = dateFromMs(nowMs() - DEEDS_OVER_MS);
  const [callers, calls] = await Promise.all([
    store.listCallers(ctx, keyId, since, MOST_LISTED),
    store.listCalls(ctx, keyId, since),
  ]);
  return { since, callers, calls };
}

/** How long each key has been silent between two uses in the last 30 days, at most: what is silent for
 *  less may be a nightly job. Zero for a key that was used in one hour or none. Hours are as exact as
 *  this is; what is between them is taken to have been silent. */
export async function longestPauses(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
): Promise<Map<Id<"key">, number>> {
  const pauses = await store.listPauses(ctx, keyIds, dateFromMs(nowMs() - PAUSES_OVER_MS));
  return new Map(keyIds.map((id) => [id, pauses.find(({ keyId }) => keyId === id)?.pauseMs ?? 0]));
}
