import { type DisputesDue, disputesDue } from "#lib/domain/disputes/index.ts";
import { type VersionUse, versionUseOf } from "#lib/domain/keys/index.ts";
import { listWaitingApprovals } from "#lib/domain/payouts/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { DAY_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { keptWhenLarge, MANY_ROWS } from "#lib/kernel/kept-when-large.ts";
import { RELEASED_VERSIONS, supportedUntil, type Version } from "#lib/kernel/versions.ts";
import { firstPaymentDay, readAttention, readFigures } from "./store.ts";
import type { Attention, Figures } from "./types.ts";

/** A version that is still called and can be called for less than a year. */
type OldVersion = { version: Version; until: string; requests: number };

export type Overview = Figures & {
  /** The local day of the first payment ever; null before it. */
  firstDay: string | null;
  attention: Attention & {
    disputesDue: DisputesDue[];
    waitingPayouts: Awaited<ReturnType<typeof listWaitingApprovals>>;
    oldVersions: OldVersion[];
  };
};

/** Where there are very many payments, the figures of the days before yesterday may be some minutes old. */
const olderFigures = keptWhenLarge<Figures>({
  forMs: 5 * MINUTE_MS,
  isLarge: ({ days }) =>
    days.reduce((sum, day) => sum + day.approved + day.declined, 0) >= MANY_ROWS,
});

/** Of today, and of so many days before it. */
async function figuresOf(ctx: Context, zone: string, daysBack: number): Promise<Figures> {
  const { accountId, mode, clockAheadMs } = ctx;
  const moment = { zone, now: businessNow(ctx) };
  const recent = await readFigures(ctx, { ...moment, daysBack: { first: 1, until: -1 } });
  const about = [accountId, mode, clockAheadMs, zone, daysBack, recent.today];
  const older = await olderFigures(about, () =>
    readFigures(ctx, { ...moment, daysBack: { first: daysBack, until: 1 } }),
  );
  return {
    today: recent.today,
    days: [...older.days, ...recent.days],
    declines: [...older.declines, ...recent.declines],
  };
}

const RECENTLY_MS = 14 * DAY_MS;
const ENDS_SOON_MS = 365 * DAY_MS;

/** What the home screen says of the last `days` local days (today the last of them), of as many
 *  before, and of what needs somebody now. Takes no lock. */
export async function readOverview(
  ctx: Context,
  { zone, days }: { zone: string; days: number },
): Promise<Overview> {
  const daysBack = Math.max(2 * days - 1, 56);
  const [figures, firstDay, attention, disputes, waitingPayouts, use] = await Promise.all([
    // The usual for this hour is measured on eight weeks, whatever is shown.
    figuresOf(ctx, zone, daysBack),
    firstPaymentDay(ctx, zone),
    readAttention(ctx, nowMs() - RECENTLY_MS),
    disputesDue(ctx),
    listWaitingApprovals(ctx),
    versionUseOf(ctx),
  ]);
  const oldVersions = oldVersionsOf(use);
  const more = { disputesDue: disputes, waitingPayouts, oldVersions };
  return { ...figures, firstDay, attention: { ...attention, ...more } };
}

function oldVersionsOf(use: readonly VersionUse[]): OldVersion[] {
  return RELEASED_VERSIONS.flatMap((version) => {
    const until = supportedUntil(version);
    const requests = use.reduce((sum, one) => sum + (one.version === version ? one.week : 0), 0);
    const isNear = until !== null && Date.parse(until) - nowMs() < ENDS_SOON_MS;
    return isNear && requests > 0 ? [{ version, until, requests }] : [];
  });
}
