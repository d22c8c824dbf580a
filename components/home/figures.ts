import { addDays, daysUpTo } from "./days.ts";

/** One day with a payment, as the server counts it; money in minor units, as text. */
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
  /** The merchant's present day; the last of the range, not over yet. */
  today: string;
  /** Of the first payment ever; no day before it is known. */
  firstDay: string | null;
  days: readonly DayCount[];
  declines: readonly DeclineTally[];
};

/** A day of the range. Before the first payment ever there is no volume, not even none. */
export type Day = { day: string; volume: bigint | null; approved: number; declined: number };

export type Sums = { volume: bigint; approved: number; declined: number };

export type Figures = {
  days: Day[];
  /** The days as far before, one for each; null when that far back nothing is known. */
  before: Day[] | null;
  total: Sums;
  /** Of the days before, the last of them up to the present hour: as much time as `total`. */
  totalBefore: Sums | null;
};

/** The range's days without a hole, and those before them to compare with. */
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
  const comparable = firstDay !== null && firstDay <= (daysBefore[0] ?? "");
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

/** Approved of judged, in per cent; null when none was judged: a gap, not a zero. */
export function approvalOf({ approved, declined }: Pick<Sums, "approved" | "declined">) {
  const judged = approved + declined;
  return judged === 0 ? null : (100 * approved) / judged;
}

export type Reason = { code: string; advice: string | null; count: number; share: number };

/** Why payments of the range failed, most often first. */
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

export type Usual = { now: Sums; usual: Sums; weeks: number };

const WEEKS = 4;

/** Today so far beside the median of the same weekday up to the same hour; null while fewer than two
 *  such days are known. */
export function todayBesideUsual(data: HomeData): Usual | null {
  const { today, firstDay } = data;
  const known = new Map(data.days.map((count) => [count.day, count]));
  const counts = Array.from({ length: WEEKS }, (_, week) => addDays(today, -7 * (week + 1)))
    .filter((day) => firstDay !== null && day >= firstDay)
    .map((day) => known.get(day));
  if (counts.length < 2) return null;
  const middle = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const upper = Math.floor(sorted.length / 2);
    const lower = Math.floor((sorted.length - 1) / 2);
    return Math.round(((sorted[lower] ?? 0) + (sorted[upper] ?? 0)) / 2);
  };
  const { volume = "0", approved = 0, declined = 0 } = known.get(today) ?? {};
  return {
    now: { volume: BigInt(volume), approved, declined },
    usual: {
      volume: BigInt(middle(counts.map((count) => Number(count?.volumeByNow ?? 0)))),
      approved: middle(counts.map((count) => count?.approvedByNow ?? 0)),
      declined: middle(counts.map((count) => count?.declinedByNow ?? 0)),
    },
    weeks: counts.length,
  };
}
