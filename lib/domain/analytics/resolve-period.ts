import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { findPeriod, type PeriodRow } from "./period-store.ts";
import type { Interval } from "./types.ts";

export type ReportPeriod = PeriodRow & {
  interval: Interval;
  /** It goes up to the present, and will have more. */
  isOpen: boolean;
};

/** The last so many local days, today among them, or the days from one to another (null: today), both
 *  included. */
export type PeriodParams = { days: number } | { fromDay: string; toDay: string | null };

/** A period of local days, and as many before it to compare with: at least a week earlier, so that the
 *  same days of the week meet. Takes no lock. */
export async function resolvePeriod(
  ctx: Context,
  { zone, params }: { zone: string; params: PeriodParams },
): Promise<ReportPeriod> {
  const now = businessNow(ctx);
  const ends =
    "days" in params
      ? { firstDay: null, lastDay: null, days: params.days }
      : { firstDay: params.fromDay, lastDay: params.toDay, days: 0 };
  const period = await findPeriod({ zone, now, ...ends });
  return { ...period, interval: intervalOf(period.days), isOpen: period.to >= now };
}

/** As many points as a chart can show. */
function intervalOf(days: number): Interval {
  if (days <= 2) return "hour";
  if (days <= 92) return "day";
  return days <= 732 ? "week" : "month";
}
