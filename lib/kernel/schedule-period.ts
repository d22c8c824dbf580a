import { dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import { addDays, dayStart, localDay } from "#lib/kernel/period.ts";
import type { ScheduleInterval } from "#lib/kernel/vocabulary/reports.ts";

/** A file begins this long after the end of its period, when everything recorded in the period has been committed. */
export const AFTER_END_MS = 15 * MINUTE_MS;

/** The first day of the period that contains a day: the day itself, its Monday, or the first of its month. */
function periodStart(interval: ScheduleInterval, day: string): string {
  if (interval === "daily") return day;
  if (interval === "monthly") return `${day.slice(0, 8)}01`;
  const fromMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -fromMonday);
}

/** The first day of the period that contains a moment, in a time zone. */
export const periodAt = (interval: ScheduleInterval, moment: Date, zone: string): string =>
  periodStart(interval, localDay(moment, zone));

/** The first day after the period that begins on `from`. */
export function periodEnd(interval: ScheduleInterval, from: string): string {
  if (interval === "daily") return addDays(from, 1);
  if (interval === "weekly") return addDays(from, 7);
  return periodStart("monthly", addDays(from, 31));
}

/** When the file of the period that begins on `from` is due. */
export const dueAfter = (interval: ScheduleInterval, from: string, zone: string): Date =>
  dateFromMs(dayStart(periodEnd(interval, from), zone).getTime() + AFTER_END_MS);
