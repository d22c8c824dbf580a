import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { listHours, listMinutes } from "./store.ts";
import type { UseSlice, VersionDay, VersionUse } from "./types.ts";
import { listVersionDays, listVersionUse } from "./version-use-store.ts";

const VERSION_DAYS = 30;

type Series = Map<Id<"key">, UseSlice[]>;

/** Requests per hour of each key over the last `hours` hours, the current one last. Every hour is
 *  there, also those without a request. Hours begin on the hour, UTC. */
export async function usageOf(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
  hours: number,
): Promise<Series> {
  return await series(ctx, keyIds, hours, HOUR_MS, listHours);
}

/** The same by minute, over at most the last 120. */
export async function minutesOf(
  ctx: Context,
  keyIds: ReadonlyArray<Id<"key">>,
  minutes: number,
): Promise<Series> {
  return await series(ctx, keyIds, minutes, MINUTE_MS, listMinutes);
}

/** Requests and errors of all slices together. */
export function sumOf(slices: readonly UseSlice[]): { requests: number; errors: number } {
  const sum = { requests: 0, errors: 0 };
  for (const { requests, errors } of slices) {
    sum.requests += requests;
    sum.errors += errors;
  }
  return sum;
}

/** What the keys of the mode asked for, by version and call, over the last 24 hours, 7 and 30 days.
 *  Hours begin on the hour, the current one is the last of each stretch. */
export async function versionUseOf(ctx: Context): Promise<VersionUse[]> {
  const lastMs = nowMs() - (nowMs() % HOUR_MS);
  const since = (days: number) => dateFromMs(lastMs - days * DAY_MS + HOUR_MS);
  return await listVersionUse(ctx, { day: since(1), week: since(7), month: since(30) });
}

/** What the keys of the mode asked for by version, on each of the last 30 days of a zone; today is the last. Days
 *  without a request are left out. */
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
