import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { CallerPart } from "#lib/kernel/vocabulary/keys.ts";
import { listHours, listMinutes } from "./store.ts";
import type { Caller, CallerSeries, KeyCall, UseSlice, VersionDay, VersionUse } from "./types.ts";
import * as store from "./usage-store.ts";
import { listVersionDays, listVersionUse } from "./usage-store.ts";

const VERSION_DAYS = 30;

type Series = Map<Id<"key">, UseSlice[]>;

/** Requests per key over the last `hours` clock hours (UTC), the current one last. Includes hours without requests. */
export async function usageOf(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
  hours: number,
): Promise<Series> {
  return await series(ctx, keyIds, hours, HOUR_MS, listHours);
}

/** As `usageOf`, per minute, over at most the last 120. */
export async function minutesOf(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
  minutes: number,
): Promise<Series> {
  return await series(ctx, keyIds, minutes, MINUTE_MS, listMinutes);
}

/** The sum of all slices. */
export function sumOf(slices: readonly UseSlice[]): { requests: number; errors: number } {
  const sum = { requests: 0, errors: 0 };
  for (const { requests, errors } of slices) {
    sum.requests += requests;
    sum.errors += errors;
  }
  return sum;
}

/** Requests of the mode's keys by version and route over the last 24 hours, 7 days and 30 days, each ending with the
 *  current clock hour. */
export async function versionUseOf(ctx: Context): Promise<VersionUse[]> {
  const lastMs = nowMs() - (nowMs() % HOUR_MS);
  const since = (days: number) => dateFromMs(lastMs - days * DAY_MS + HOUR_MS);
  return await listVersionUse(ctx, { day: since(1), week: since(7), month: since(30) });
}

/** Requests of the mode's keys by version on each of the last 30 local days including today. Days without requests are
 *  left out. */
export async function versionDaysOf(ctx: Context, zone: string): Promise<VersionDay[]> {
  return await listVersionDays(ctx, zone, dateFromMs(nowMs() - VERSION_DAYS * DAY_MS));
}

async function series(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
  count: number,
  stepMs: number,
  list: typeof listHours,
): Promise<Series> {
  const lastMs = nowMs() - (nowMs() % stepMs);
  const firstMs = lastMs - (count - 1) * stepMs;
  const empty = () =>
    Array.from({ length: count }, (_, i) => ({
      from: dateFromMs(firstMs + i * stepMs),
      requests: 0,
      errors: 0,
    }));
  const out: Series = new Map(keyIds.map((keyId) => [keyId, empty()]));
  if (keyIds.length === 0) return out;
  for (const { keyId, from, requests, errors } of await list(ctx, keyIds, dateFromMs(firstMs))) {
    const slices = out.get(keyId);
    const index = Math.round((from.getTime() - firstMs) / stepMs);
    if (slices && index < count) slices[index] = { from, requests, errors };
  }
  return out;
}

const STRETCHES = {
  minute: { ms: MINUTE_MS, count: 60 },
  hour: { ms: HOUR_MS, count: 24 },
} as const;

const MOST_LISTED = 200;
const ACTIVITY_OVER_MS = 30 * DAY_MS;
const PAUSES_OVER_MS = 30 * DAY_MS;

/** Requests of each key by one property of the caller, for the last 60 minutes or 24 hours, most requests first. */
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

/** The callers and routes of a key in the last 30 days, most requests first. */
export async function activityOf(
  ctx: Context,
  keyId: Id<"key">,
): Promise<{ since: Date; callers: Caller[]; calls: KeyCall[] }> {
  const since = dateFromMs(nowMs() - ACTIVITY_OVER_MS);
  const [callers, calls] = await Promise.all([
    store.listCallers(ctx, keyId, since, MOST_LISTED),
    store.listCalls(ctx, keyId, since),
  ]);
  return { since, callers, calls };
}

/** The longest pause of each key between two used hours in the last 30 days; a shorter silence may be a nightly job.
 *  0 for keys used in fewer than two hours. Exact to the hour. */
export async function longestPauses(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
): Promise<Map<Id<"key">, number>> {
  const pauses = await store.listPauses(ctx, keyIds, dateFromMs(nowMs() - PAUSES_OVER_MS));
  return new Map(keyIds.map((id) => [id, pauses.find(({ keyId }) => keyId === id)?.pauseMs ?? 0]));
}
