import { formatMinor } from "#lib/kernel/money.ts";
import { worstFall } from "../reports/worst-fall.ts";
import { addDays, daysUpTo, longDay, weekday } from "./days.ts";
import {
  approvalOf,
  type Figures,
  type HomeData,
  type Reason,
  reasonsOf,
  type Usual,
} from "./figures.ts";

const percent = (value: number) => `${value.toFixed(1)} %`;

/** `up 8 % vs previous 28 days`; null when there is nothing to compare with. */
export function changeLabel(now: bigint, before: bigint | null, days: number): string | null {
  if (before === null) return null;
  if (before === 0n) return now === 0n ? null : `none in the previous ${days} days`;
  const change = (100 * (Number(now) - Number(before))) / Number(before);
  const size = Math.abs(change);
  if (size < 0.5) return `unchanged vs previous ${days} days`;
  const figure = size < 10 ? size.toFixed(1).replace(/\.0$/, "") : String(Math.round(size));
  return `${change > 0 ? "up" : "down"} ${figure} % vs previous ${days} days`;
}

/** The title of the volume chart. */
export function volumeFinding(figures: Figures, currency: string): string {
  const range = figures.days.length;
  const { volume } = figures.total;
  if (volume === 0n) return `No payments in ${currency} in the last ${range} days`;
  const change = changeLabel(volume, figures.totalBefore?.volume ?? null, range);
  const total = `${formatMinor(volume, currency)} in the last ${range} days`;
  return change ? `${total}, ${change}` : total;
}

/** A day with a significant fall in approval, and its main decline reason. */
export type Dip = { day: string; approval: number; declined: number; reason: Reason | null };

/** The day of the range with the worst significant fall; null if there is none. */
export function findDip(data: HomeData, figures: Figures): Dip | null {
  const worst = worstFall(figures.days);
  if (!worst) return null;
  const { day, declined } = figures.days[worst.index]!;
  const [reason = null] = reasonsOf(data, [day]);
  return { day, approval: worst.approval, declined, reason };
}

/** The title of the approval chart. */
export function approvalFinding(figures: Figures, dip: Dip | null): string {
  const approval = approvalOf(figures.total);
  const range = figures.days.length;
  if (approval === null) return `No payment has an outcome in the last ${range} days`;
  if (dip)
    return `Approval ${percent(approval)}; ${longDay(dip.day)} fell to ${percent(dip.approval)}`;
  const before = figures.totalBefore && approvalOf(figures.totalBefore);
  if (before === null) return `Approval ${percent(approval)}`;
  const change = approval - before;
  if (Math.abs(change) < 0.5) {
    return `Approval ${percent(approval)}, unchanged vs previous ${range} days`;
  }
  const direction = change > 0 ? "up" : "down";
  const points = Math.abs(change).toFixed(1);
  return `Approval ${percent(approval)}, ${direction} ${points} points vs previous ${range} days`;
}

/** Today compared with a usual day of the same weekday, as a sentence. */
export function todayFinding({ now, usual }: Usual, today: string): string {
  const day = weekday(today);
  if (usual.volume === 0n) return `As usual for a ${day} so far`;
  const change = (100 * (Number(now.volume) - Number(usual.volume))) / Number(usual.volume);
  if (Math.abs(change) < 5) return `As usual for a ${day} at this hour`;
  if (change >= 100) {
    return `${(change / 100 + 1).toFixed(1).replace(/\.0$/, "")} times a usual ${day} at this hour`;
  }
  const size = Math.round(Math.abs(change));
  return `${size} % ${change > 0 ? "above" : "below"} a usual ${day} at this hour`;
}

/** The range as a filter for the list of payments. */
export function rangeFilter(data: HomeData): string {
  const [first] = daysUpTo(data.today, data.range);
  return `${first ?? addDays(data.today, 1 - data.range)}..${data.today}`;
}
