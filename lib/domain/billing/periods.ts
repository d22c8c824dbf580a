import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { PlanInterval } from "#lib/kernel/vocabulary/billing.ts";

/** How often is billed: every `count` intervals. */
export type Rhythm = { interval: PlanInterval; intervalCount: number };

/** Half-open, in UTC: no hour is ever missing or doubled. */
export type BillingPeriod = { start: Date; end: Date };

const MONTHS: Partial<Record<PlanInterval, number>> = { month: 1, year: 12 };
const DAYS: Partial<Record<PlanInterval, number>> = { day: 1, week: 7 };

/**
 * The `nth` boundary between periods, counted from the anchor and not from the one before it: who
 * began on the 31st pays on the 31st, and on the last day of months that have none. The time of day is
 * the anchor's.
 */
export function boundary(anchor: Date, { interval, intervalCount }: Rhythm, nth: number): Date {
  const days = DAYS[interval];
  if (days !== undefined) return dateFromMs(anchor.getTime() + nth * intervalCount * days * DAY_MS);
  return plusMonths(anchor, nth * intervalCount * (MONTHS[interval] ?? 1));
}

/** The period that `moment` lies in: from the last boundary at or before it to the next after it. */
export function periodAt(anchor: Date, rhythm: Rhythm, moment: Date): BillingPeriod {
  // An estimate that is never too late, and then the few steps to the right one.
  const meanMs = boundary(anchor, rhythm, 1).getTime() - anchor.getTime();
  const passed = Math.floor((moment.getTime() - anchor.getTime()) / meanMs);
  let nth = Math.max(0, passed - Math.ceil(passed / 10) - 1);
  while (boundary(anchor, rhythm, nth + 1) <= moment) nth++;
  return { start: boundary(anchor, rhythm, nth), end: boundary(anchor, rhythm, nth + 1) };
}

function plusMonths(anchor: Date, months: number): Date {
  const month = anchor.getUTCMonth() + months;
  const year = anchor.getUTCFullYear();
  const lastDay = dateFromMs(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(anchor.getUTCDate(), lastDay);
  const timeOfDay = anchor.getTime() - Math.floor(anchor.getTime() / DAY_MS) * DAY_MS;
  return dateFromMs(Date.UTC(year, month, day) + timeOfDay);
}
