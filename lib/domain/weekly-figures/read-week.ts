import { currenciesOfOutcomes, readOutcomes } from "#lib/domain/analytics/index.ts";
import { disputesDue } from "#lib/domain/disputes/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { addDays, dayStart } from "#lib/kernel/period.ts";
import { periodEnd } from "#lib/kernel/schedule-period.ts";
import * as store from "./store.ts";
import type { Week, WeekFigures } from "./types.ts";

/** The week that begins on a Monday, in a time zone: 167, 168 or 169 hours. With `fromAt`, when the week before ended, no
 *  movement is between two weeks or in both, also after a change of the time zone. */
export function weekOf(monday: string, timezone: string, fromAt: Date | null = null): Week {
  const next = periodEnd("weekly", monday);
  return {
    ...{ from: fromAt ?? dayStart(monday, timezone), to: dayStart(next, timezone) },
    ...{ firstDay: monday, lastDay: addDays(next, -1), timezone },
  };
}

/** The figures of a week, as the screens show them; disputes as of now. Takes no lock. */
export async function readWeek(ctx: Context, week: Week): Promise<WeekFigures> {
  const { from, to, timezone: zone } = week;
  const currencies = await currenciesOfOutcomes(ctx, { from, to });
  const queries = currencies.map(({ code: currency }) => ({
    ...{ from, to, zone, currency, filters: {}, dimensions: [] },
    interval: "week" as const,
  }));
  const [sums, outcomes, openDisputes, due] = await Promise.all([
    store.sumWeek(ctx, week),
    readOutcomes(ctx, queries),
    store.countOpenDisputes(ctx),
    disputesDue(ctx),
  ]);
  const total = (key: "approved" | "declined") =>
    outcomes.reduce((sum, one) => sum + one.total[key], 0);
  return {
    sums,
    approved: total("approved"),
    declined: total("declined"),
    openDisputes,
    disputesDue: due.reduce((sum, { count }) => sum + count, 0),
    nextDeadline: due[0]?.dueBy ?? null,
  };
}

/** Whether anything happened in the week. Disputes that are only open are no movement. */
export const hasMovement = ({ sums, approved, declined }: WeekFigures): boolean =>
  sums.length > 0 || approved + declined > 0;
