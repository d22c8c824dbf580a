import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { PlanInterval } from "#lib/kernel/vocabulary/billing.ts";

/** Billed once every `intervalCount` intervals. */
export type BillingInterval = { interval: PlanInterval; intervalCount: number };

/** Half-open and in UTC, so daylight saving time neither skips nor repeats an hour. */
export type BillingPeriod = { start: Date; end: Date };

const MONTHS: Partial<Record<PlanInterval, number>> = { month: 1, year: 12 };
const DAYS: Partial<Record<PlanInterval, number>> = { day: 1, week: 7 };

/**
 * The `nth` boundary between periods, at the anchor's time of day. Counted from the anchor and not from the boundary
 * before: a subscription anchored on the 31st renews on the last day of shorter months and on the 31st again after.
 */
export function boundary(
  anchor: Date,
  { interval, intervalCount }: BillingInterval,
  nth: number,
): Date {
  const days = DAYS[interval];
  if (days !== undefined) return dateFromMs(anchor.getTime() + nth * intervalCount * days * DAY_MS);
  return plusMonths(anchor, nth * intervalCount * (MONTHS[interval] ?? 1));
}

/** The period that contains `moment`: from the last boundary at or before it to the next one after it. */
export function periodAt(anchor: Date, interval: BillingInterval, moment: Date): BillingPeriod {
  // Start from an estimate that is never too late, then step to the right period.
  const meanMs = boundary(anchor, interval, 1).getTime() - anchor.getTime();
  const passed = Math.floor((moment.getTime() - anchor.getTime()) / meanMs);
  let nth = Math.max(0, passed - Math.ceil(passed / 10) - 1);
  while (boundary(anchor, interval, nth + 1) <= moment) nth++;
  return { start: boundary(anchor, interval, nth), end: boundary(anchor, interval, nth + 1) };
}

function plusMonths(anchor: Date, months: number): Date {
  const month = anchor.getUTCMonth() + months;
  const year = anchor.getUTCFullYear();
  const lastDay = dateFromMs(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(anchor.getUTCDate(), lastDay);
  const timeOfDay = anchor.getTime() - Math.floor(anchor.getTime() / DAY_MS) * DAY_MS;
  return dateFromMs(Date.UTC(year, month, day) + timeOfDay);
}
