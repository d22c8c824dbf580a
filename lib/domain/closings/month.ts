import { dateFromMs } from "#lib/kernel/clock.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { addDays, dayStart, localDay } from "#lib/kernel/period.ts";
import { AFTER_END_MS, dueAfter, periodEnd } from "#lib/kernel/schedule-period.ts";

const FIRST_MONTH = "2000-01";

/** Throws `parameter_invalid` for anything but a month such as `2026-10`. */
export function checkMonth(month: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(month) && month >= FIRST_MONTH) return month;
  throw invalid("month", "Must be a month, such as 2026-10.");
}

/** Its first day and the first one after it. */
export function daysOf(month: string): { from: string; to: string } {
  const from = `${month}-01`;
  return { from, to: periodEnd("monthly", from) };
}

/** A closed month, by its name and the zone of its days. */
export type ZonedMonth = { month: string; timezone: string };

/** The first moment of a month, and the first one after it; each a day of the month's zone or, in reports' notation, a time
 *  in UTC. */
export type Ends = { from: string; to: string };

/**
 * Where a month begins and ends, given the closings of the months before and after it that were made earlier. Such a month
 * keeps its own end, so that every row is in one of two adjacent months, also if the account changed its time zone between
 * their closings.
 */
export function endsOf({ month, timezone }: ZonedMonth, closed: readonly ZonedMonth[]): Ends {
  const { from, to } = daysOf(month);
  const zoneOf = (name: string) => closed.find((one) => one.month === name)?.timezone ?? timezone;
  const end = (day: string, zone: string) =>
    zone === timezone ? day : dayStart(day, zone).toISOString();
  return { from: end(from, zoneOf(monthBefore(month))), to: end(to, zoneOf(to.slice(0, 7))) };
}

/** When the month can be closed: everything recorded in it has been committed then. */
export const closableAt = (month: string, zone: string): Date =>
  dueAfter("monthly", `${month}-01`, zone);

/** The same for a month that ends at `end` by other zone data. */
export const closableAfter = (end: Date): Date => dateFromMs(end.getTime() + AFTER_END_MS);

/** The month of a moment in a zone. */
export const monthAt = (moment: Date, zone: string): string => localDay(moment, zone).slice(0, 7);

export const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7);

/** `October 2026` */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
