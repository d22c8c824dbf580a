import { isFirm, type Share } from "../format/rates.ts";
import { addDays, daysUpTo } from "./days.ts";
import {
  type Compared,
  comparedName,
  type HomePeriod,
  type NotCompared,
  periodWords,
} from "./period.ts";

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
  period: HomePeriod;
  /** Null: none is wanted. */
  comparison: Compared | null;
  /** Today in the merchant's time zone. As the last day of the period it is incomplete. */
  today: string;
  /** The day of the first payment; earlier days have no data. */
  firstDay: string | null;
  days: readonly DayCount[];
  declines: readonly DeclineTally[];
};

/** A day of the period. Before the first payment the volume is null, not zero. */
export type Day = { day: string; volume: bigint | null; approved: number; declined: number };

export type Sums = { volume: bigint; approved: number; declined: number };

export type Figures = {
  days: Day[];
  /** The days that the period is compared with, one for each of its days; null if it is not compared. */
  before: Day[] | null;
  total: Sums;
  /** The sums of the compared days. If the period is not over, the last one counts only up to the current hour, so that
   *  they cover as much time as `total`. */
  totalBefore: Sums | null;
  /** Why a wanted comparison is not made. */
  without: NotCompared | null;
  /** `in the last 28 days`, and `previous 28 days`. */
  words: { period: string; before: string };
};

/** All days of the period, and those to compare with. Nothing is compared with days before the first payment, nor with
 *  too few payments for a rate. */
export function figuresOf(data: HomeData): Figures {
  const { today, period, comparison, firstDay } = data;
  const known = new Map(data.days.map((count) => [count.day, count]));
  const toDay = (day: string): Day => {
    const { volume, approved = 0, declined = 0 } = known.get(day) ?? {};
    const isKnown = firstDay !== null && day >= firstDay;
    return { day, volume: isKnown ? BigInt(volume ?? 0) : null, approved, declined };
  };
  const days = daysUpTo(period.to, period.days).map(toDay);
  const words = { period: periodWords(data), before: comparedName(data) };
  const alone = { days, before: null, total: sumOf(days), totalBefore: null, words };
  if (!comparison || firstDay === null) return { ...alone, without: null };
  if (!comparison.isComparable) return { ...alone, without: { why: "first_payment", firstDay } };
  const before = daysUpTo(comparison.to, period.days).map(toDay);
  const cut = known.get(comparison.to);
  const last: Day = {
    day: comparison.to,
    volume: BigInt(cut?.volumeByNow ?? 0),
    approved: cut?.approvedByNow ?? 0,
    declined: cut?.declinedByNow ?? 0,
  };
  const isOver = period.to < today;
  const totalBefore = sumOf(isOver ? before : [...before.slice(0, -1), last]);
  const payments = approvalOf(totalBefore).of;
  if (!isFirm({ of: payments })) return { ...alone, without: { why: "too_few", payments } };
  return { ...alone, before, totalBefore, without: null };
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

/** Decline reasons in the period, most frequent first. */
export function reasonsOf(
  data: HomeData,
  days = daysUpTo(data.period.to, data.period.days),
): Reason[] {
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
  /** Approval over all these hours. */
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
