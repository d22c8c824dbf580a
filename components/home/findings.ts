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

/** `up 8 % on the 28 days before`; null when there is nothing to compare with. */
export function changeLabel(now: bigint, before: bigint | null, days: number): string | null {
  if (before === null) return null;
  if (before === 0n) return now === 0n ? null : `none in the ${days} days before`;
  const change = (100 * (Number(now) - Number(before))) / Number(before);
  const size = Math.abs(change);
  if (size < 0.5) return `level with the ${days} days before`;
  const figure = size < 10 ? size.toFixed(1).replace(/\.0$/, "") : String(Math.round(size));
  return `${change > 0 ? "up" : "down"} ${figure} % on the ${days} days before`;
}

/** What the chart of volume says, with its number. */
export function volumeFinding(figures: Figures, currency: string): string {
  const range = figures.days.length;
  const { volume } = figures.total;
  if (volume === 0n) return `Nothing was paid in ${currency} in the last ${range} days`;
  const change = changeLabel(volume, figures.totalBefore?.volume ?? null, range);
  const total = `${formatMinor(volume, currency)} in the last ${range} days`;
  return change ? `${total}, ${change}` : total;
}

/** A day on which approval fell further than chance explains, and what most of its refusals said. */
export type Dip = { day: string; approval: number; declined: number; reason: Reason | null };

/** The worst of the days that stand out from the others of the range; null when none does. */
export function findDip(data: HomeData, figures: Figures): Dip | null {
  const worst = worstFall(figures.days);
  if (!worst) return null;
  const { day, declined } = figures.days[worst.index]!;
  const [reason = null] = reasonsOf(data, [day]);
  return { day, approval: worst.approval, declined, reason };
}

/** What the chart of approval says, with its number. */
export function approvalFinding(figures: Figures, dip: Dip | null): string {
  const approval = approvalOf(figures.total);
  const range = figures.days.length;
  if (approval === null) return `No payment was judged in the last ${range} days`;
  if (dip)
    return `Approval ${percent(approval)}; ${longDay(dip.day)} fell to ${percent(dip.approval)}`;
  const before = figures.totalBefore && approvalOf(figures.totalBefore);
  if (before === null) return `Approval ${percent(approval)}`;
  const change = approval - before;
  if (Math.abs(change) < 0.5) {
    return `Approval ${percent(approval)}, steady against the ${range} days before`;
  }
  const direction = change > 0 ? "up" : "down";
  const points = Math.abs(change).toFixed(1);
  return `Approval ${percent(approval)}, ${direction} ${points} points on the ${range} days before`;
}

/** How today goes against a usual such day, in a sentence. */
export function todayFinding({ now, usual }: Usual, today: string): string {
  const day = weekday(today);
  if (usual.volume === 0n) return `A ${day} like others so far`;
  const change = (100 * (Number(now.volume) - Number(usual.volume))) / Number(usual.volume);
  if (Math.abs(change) < 5) return `As usual for a ${day} at this hour`;
  if (change >= 100) {
    return `${(change / 100 + 1).toFixed(1).replace(/\.0$/, "")} times a usual ${day} at this hour`;
  }
  const size = Math.round(Math.abs(change));
  return `${size} % ${change > 0 ? "above" : "below"} a usual ${day} at this hour`;
}

/** The range as a filter of the list of payments. */
export function rangeFilter(data: HomeData): string {
  const [first] = daysUpTo(data.today, data.range);
  return `${first ?? addDays(data.today, 1 - data.range)}..${data.today}`;
}
