import { type DisputesDue, disputesDue } from "#lib/domain/disputes/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { firstPaymentDay, readAttention, readFigures } from "./store.ts";
import type { Attention, Figures } from "./types.ts";

export type Overview = Figures & {
  /** The local day of the first payment ever; null before it. */
  firstDay: string | null;
  attention: Attention & { disputesDue: DisputesDue[] };
};

const RECENTLY_MS = 14 * DAY_MS;

/** What the home screen says of the last `days` local days (today the last of them), of as many
 *  before, and of what needs somebody now. Takes no lock. */
export async function readOverview(
  ctx: Context,
  { zone, days }: { zone: string; days: number },
): Promise<Overview> {
  const [figures, firstDay, attention, due] = await Promise.all([
    // The usual for this hour is measured on eight weeks, whatever is shown.
    readFigures(ctx, { zone, daysBack: Math.max(2 * days - 1, 56), now: businessNow(ctx) }),
    firstPaymentDay(ctx, zone),
    readAttention(ctx, nowMs() - RECENTLY_MS),
    disputesDue(ctx),
  ]);
  return { ...figures, firstDay, attention: { ...attention, disputesDue: due } };
}
