import { type Finding, readFindings } from "#lib/domain/books/index.ts";
import { type DisputesDue, disputesDue } from "#lib/domain/disputes/index.ts";
import { readIncident, type ShownIncident } from "#lib/domain/incidents/index.ts";
import {
  type ApiKey,
  type KeyUse,
  keyStatus,
  listKeys,
  type VersionUse,
  versionUseOf,
} from "#lib/domain/keys/index.ts";
import { listWaitingApprovals } from "#lib/domain/payouts/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { keptWhenLarge, MANY_ROWS } from "#lib/kernel/kept-when-large.ts";
import { addDays, daysBetween } from "#lib/kernel/period.ts";
import { RELEASED_VERSIONS, supportedUntil, type Version } from "#lib/kernel/versions.ts";
import * as store from "./store.ts";
import { firstPaymentDay, readAttention, readFigures } from "./store.ts";
import type { Attention, Figures } from "./types.ts";

/** A version that is still used and whose support ends within a year. */
type OldVersion = { version: Version; until: string; requests: number };

export type Overview = Figures & {
  /** The local day of the first payment ever; null before it. */
  firstDay: string | null;
  /** A fall of approvals that goes on or was resolved in the last day. */
  incident: ShownIncident | null;
  attention: Attention & {
    disputesDue: DisputesDue[];
    waitingPayouts: Awaited<ReturnType<typeof listWaitingApprovals>>;
    oldVersions: OldVersion[];
    /** Rows of the books that contradict others. */
    books: Finding[];
  };
};

/** With very many payments, figures of the days before yesterday are cached for 5 minutes. */
const olderFigures = keptWhenLarge<Figures>({
  forMs: 5 * MINUTE_MS,
  isLarge: ({ days }) =>
    days.reduce((sum, day) => sum + day.approved + day.declined, 0) >= MANY_ROWS,
});

/** Local days, both ends included. */
type Days = { fromDay: string; toDay: string };

/** Days that are read for the usual figure at this hour, whatever period is shown. */
const USUAL_DAYS = 28;

/** Figures of today, yesterday and of these days. */
async function figuresOf(ctx: Context, zone: string, wanted: readonly Days[]): Promise<Figures> {
  const { accountId, mode, clockAheadMs } = ctx;
  const moment = { zone, now: businessNow(ctx) };
  const recent = await readFigures(ctx, { ...moment, daysBack: { first: 1, until: -1 } });
  const { today } = recent;
  const usual = { fromDay: addDays(today, -USUAL_DAYS), toDay: today };
  const older = await Promise.all(
    olderSpans(today, [...wanted, usual]).map((daysBack) => {
      const about = [accountId, mode, clockAheadMs, zone, daysBack, today];
      return olderFigures(about, () => readFigures(ctx, { ...moment, daysBack }));
    }),
  );
  return {
    today,
    days: [...older.flatMap(({ days }) => days), ...recent.days],
    declines: [...older.flatMap(({ declines }) => declines), ...recent.declines],
  };
}

/** The days before yesterday as spans that do not overlap, oldest first, so that none is read twice. */
export function olderSpans(
  today: string,
  wanted: readonly Days[],
): { first: number; until: number }[] {
  const spans = wanted
    .map(({ fromDay, toDay }) => ({
      first: daysBetween(fromDay, today),
      until: Math.max(1, daysBetween(toDay, today) - 1),
    }))
    .filter(({ first, until }) => first > until)
    .sort((a, b) => b.first - a.first);
  const merged: { first: number; until: number }[] = [];
  for (const { first, until } of spans) {
    const last = merged.at(-1);
    if (last && first >= last.until) last.until = Math.min(last.until, until);
    else merged.push({ first, until });
  }
  return merged;
}

const RECENTLY_MS = 14 * DAY_MS;
const ENDS_SOON_MS = 365 * DAY_MS;

/** Figures of these periods of local days and of the last four weeks, and the items that need attention. For the home
 *  screen. Takes no lock. */
export async function readOverview(
  ctx: Context,
  { zone, periods }: { zone: string; periods: readonly Days[] },
): Promise<Overview> {
  const [figures, firstDay, attention, disputes, waitingPayouts, use, books, incident] =
    await Promise.all([
      figuresOf(ctx, zone, periods),
      firstPaymentDay(ctx, zone),
      readAttention(ctx, businessNowMs(ctx) - RECENTLY_MS),
      disputesDue(ctx),
      listWaitingApprovals(ctx),
      versionUseOf(ctx),
      readFindings(ctx),
      readIncident(ctx),
    ]);
  const oldVersions = oldVersionsOf(use);
  const more = { disputesDue: disputes, waitingPayouts, oldVersions, books };
  return { ...figures, firstDay, incident, attention: { ...attention, ...more } };
}

function oldVersionsOf(use: readonly VersionUse[]): OldVersion[] {
  return RELEASED_VERSIONS.flatMap((version) => {
    const until = supportedUntil(version);
    const requests = use.reduce((sum, one) => sum + (one.version === version ? one.week : 0), 0);
    const isNear = until !== null && Date.parse(until) - nowMs() < ENDS_SOON_MS;
    return isNear && requests > 0 ? [{ version, until, requests }] : [];
  });
}

export type QuickStart = store.Progress & {
  /** The secret key for a first call: one that was used, or else the first active one. */
  key: (ApiKey & { use: KeyUse }) | null;
  /** The publishable key. */
  publishable: string | null;
};

/** The keys for a first call, and which of the first steps are done. Takes no lock. */
export async function readQuickStart(ctx: Context): Promise<QuickStart> {
  const [keys, progress] = await Promise.all([listKeys(ctx), store.readProgress(ctx)]);
  const working = keys.filter((key) => keyStatus(key) === "active");
  const secrets = working.filter(({ kind }) => kind === "secret");
  return {
    ...progress,
    key: secrets.find(({ use }) => use.lastUsedAt !== null) ?? secrets[0] ?? null,
    publishable: working.find(({ kind }) => kind === "publishable")?.publishableValue ?? null,
  };
}
