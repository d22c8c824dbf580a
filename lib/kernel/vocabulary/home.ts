/** Periods of the home screen with a name; the first is the default. Others are days: `2026-11-01..2026-11-17`. */
export const HOME_RANGES = ["28d", "7d"] as const;
export type HomeRange = (typeof HOME_RANGES)[number];

/** Their lengths in days. */
export const HOME_RANGE_DAYS: Readonly<Record<HomeRange, number>> = { "28d": 28, "7d": 7 };

/** Home shows days one by one and reads payments, not rollups: a longer period is a report's. */
export const LONGEST_HOME_DAYS = 92;

/** Comparisons of a period on the home screen; the first is the default. */
export const HOME_COMPARISONS = ["previous", "four_weeks", "year", "none"] as const;
export type HomeComparison = (typeof HOME_COMPARISONS)[number];

/** How many days earlier the compared period is: whole weeks, so that weekdays are compared with the same ones. Null:
 *  the period just before, whatever its length. A period must not be longer, or it is compared with itself. */
export const COMPARED_DAYS_BEFORE: Readonly<
  Record<Exclude<HomeComparison, "none">, number | null>
> = { previous: null, four_weeks: 28, year: 364 };
