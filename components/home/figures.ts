import type { Share } from "../format/rates.ts";
import { addDays, daysUpTo } from "./days.ts";

/** The server's counts of one day with payments. Money is minor units as text. */
export type DayCount = {
  day: string;
  volume: string;
  approved: number;
  declined: number;
  volumeByNow: string;
  approvedByNow: number;
  declinedByNow: number;
};

export type DeclineTally = { day: string; code: string; advice: string | null; count: number };

export type HomeData = {
  range: number;
  /** Today in the merchant's time zone: the last, incomplete day of the range. */
  today: string;
  /** The day of the first payment; earlier days have no data. */
  firstDay: string | null;
  days: readonly DayCount[];
  declines: readonly DeclineTally[];
};

/** A day of the range. Before the first payment the volume is null, not zero. */
export type Day = { day: string; volume: bigint | null; approved: number; declined: number };

export type Sums = { volume: bigint; approved: number; declined: number };

export type Figures = {
  days: Day[];
  /** The days of the previous period, one for each day of the range; null unless it lies wholly after the day of the
   *  first payment. */
  before: Day[] | null;
  total: Sums;
  /** The sums of the previous period, its last day only up to the current hour, so that it covers as much time
   *  as `total`. */
  totalBefore: Sums | null;
};

/** All days of the range, and those of the previous period to compare with. */
export function figuresOf(data: HomeData): Figures {
  const { today, range, firstDay } = data;
  const known = new Map(data.days.map((count) => [count.day, count]));
  const toDay = (day: string): Day => {
    const { volume, approved = 0, declined = 0 } = known.get(day) ?? {};
    const isKnown = firstDay !== null && day >= firstDay;
    return { day, volume: isKnown ? BigInt(volume ?? 0) : null, approved, declined };
  };
  const days = daysUpTo(today, range).map(toDay);
  const lastBefore = addDays(today, -range);
  const daysBefore = daysUpTo(lastBefore, range);
  const comparable = firstDay !== null && firstDay < (daysBefore[0] ?? "");
  if (!comparable) return { days, before: null, total: sumOf(days), totalBefore: null };
  const before = daysBefore.map(toDay);
  const cut = known.get(lastBefore);
  const last: Day = {
    day: lastBefore,
    volume: BigInt(cut?.volumeByNow ?? 0),
    approved: cut?.approvedByNow ?? 0,
    declined: cut?.declinedByNow ?? 0,
  };
  const totalBefore = sumOf([...before.slice(0, -1), last]);
  return { days, before, total: sumOf(days), totalBefore };
}

function sumOf(days: readonly Day[]): Sums {
  const sums: Sums = { volume: 0n, approved: 0, declined: 0 };
  for (const { volume, approved, declined } of days) {
    sums.volume += volume ?? 0n;
    sums.approved += approved;
    sums.declined += declined;
  }
  return sums;
}

/** The two counts behind the approval rate. */
export const approvalOf = ({ approved, declined }: Pick<Sums, "approved" | "declined">): Share => ({
  part: approved,
  of: approved + declined,
});

export type Reason = { code: string; advice: string | null; count: number; share: number };

/** Decline reasons in the range, most frequent first. */
export function reasonsOf(data: HomeData, days = daysUpTo(data.today, data.range)): Reason[] {
  const inRange = new Set(days);
  const counts = new Map<string, { advice: string | null; count: number }>();
  let total = 0;
  for (const { day, code, advice, count } of data.declines) {
    if (!inRange.has(day)) continue;
    const sum = counts.get(code) ?? { advice, count: 0 };
    counts.set(code, { advice: sum.advice ?? advice, count: sum.count + count });
    total += count;
  }
  return [...counts]
    .map(([code, { advice, count }]) => ({ code, advice, count, share: count / total }))
    .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code));
}

export type Usual = {
  now: Sums;
  /** Medians of the same hours of earlier days. */
  volume: bigint;
  payments: number;
  /** Of all these hours together. */
  approval: Share;
  weeks: number;
};

const WEEKS = 4;

/** Today so far, and the same weekday up to the same hour; null with fewer than two such days after the first
 *  payment's. */
export function todayBesideUsual(data: HomeData): Usual | null {
  const { today, firstDay } = data;
  const known = new Map(data.days.map((count) => [count.day, count]));
  const counts = Array.from({ length: WEEKS }, (_, week) => addDays(today, -7 * (week + 1)))
    .filter((day) => firstDay !== null && day > firstDay)
    .map((day) => known.get(day));
  if (counts.length < 2) return null;
  const each = counts.map((count) => ({
    volume: Number(count?.volumeByNow ?? 0),
    approval: approvalOf({
      approved: count?.approvedByNow ?? 0,
      declined: count?.declinedByNow ?? 0,
    }),
  }));
  const { volume = "0", approved = 0, declined = 0 } = known.get(today) ?? {};
  return {
    now: { volume: BigInt(volume), approved, declined },
    volume: BigInt(median(each.map((one) => one.volume))),
    payments: median(each.map(({ approval }) => approval.of)),
    approval: {
      part: each.reduce((sum, { approval }) => sum + approval.part, 0),
      of: each.reduce((sum, { approval }) => sum + approval.of, 0),
    },
    weeks: counts.length,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = Math.floor((sorted.length - 1) / 2);
  return Math.round(((sorted[lower] ?? 0) + (sorted[upper] ?? 0)) / 2);
}
