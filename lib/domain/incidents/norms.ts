import type { Tally } from "#lib/kernel/raised-rates.ts";
import { sliceKey } from "./detect.ts";
import type { Norm, Norms, WatchedSlice } from "./types.ts";

/** Weeks that are compared. */
export const WEEKS = 8;
/** A slice with fewer decided payments in these weeks has no norm. */
const FEWEST = 50;
/** The slice's rate at all hours counts as much as so many payments of the same hour. */
const PRIOR = 50;
/** The account's codes count as much as so many declines of the slice. */
const CODE_PRIOR = 20;
/** No rate and no share of a code is taken to be lower: the rare ones are known badly. */
const LEAST_RATE = 0.02;
const LEAST_SHARE = 0.02;
/** With a higher rate an outage cannot be told from a usual hour. */
const HIGHEST_RATE = 0.8;
const MOST_CODES = 12;
const DAYS_OF_MONTH = 30;

/** The counts of a slice in earlier weeks. */
export type History = WatchedSlice & {
  /** In the same hour of the week, and the hour before and after. */
  near: Tally;
  /** In all hours. */
  all: Tally;
  /** Its declines by code. */
  codes: ReadonlyMap<string, number>;
};

/** What is usual in an hour of the week, from the counts of the earlier weeks. `days`: how many of their days the account
 *  has payments for. */
export function normsFrom(histories: readonly History[], days: number): Norms {
  const whole = histories.find(({ dimension }) => dimension === "all");
  if (!whole || days <= 0) return { perMonth: 0, codes: [], slices: new Map() };
  const shares = sharesOf(whole.codes);
  const codes = [...shares].sort((a, b) => b[1] - a[1]).slice(0, MOST_CODES);
  const slices = new Map<string, Norm>();
  for (const history of histories) {
    const norm = normOf(history, shares, days);
    if (norm) slices.set(sliceKey(norm.dimension, norm.value), norm);
  }
  return {
    perMonth: (whole.all.of / days) * DAYS_OF_MONTH,
    codes: codes.map(([code]) => code),
    slices,
  };
}

function normOf(history: History, shares: ReadonlyMap<string, number>, days: number): Norm | null {
  const { dimension, value, near, all } = history;
  if (all.of < FEWEST) return null;
  const overall = (all.declined + 0.5) / (all.of + 1);
  const of = near.of + PRIOR;
  const mean = (near.declined + PRIOR * overall) / of;
  const rate = Math.max(LEAST_RATE, mean + Math.sqrt((mean * (1 - mean)) / of));
  if (rate > HIGHEST_RATE) return null;
  const own = [...history.codes.values()].reduce((sum, count) => sum + count, 0);
  const shareOf = (code: string) => {
    const prior = Math.max(LEAST_SHARE, shares.get(code) ?? 0);
    return Math.max(
      LEAST_SHARE,
      ((history.codes.get(code) ?? 0) + CODE_PRIOR * prior) / (own + CODE_PRIOR),
    );
  };
  const weeks = Math.max(1, Math.min(WEEKS, days / 7));
  return {
    ...{ dimension, value, rate, usual: near },
    codes: new Map([...shares.keys()].map((code) => [code, shareOf(code)])),
    rare: LEAST_SHARE,
    perHour: near.of / (3 * weeks),
  };
}

function sharesOf(codes: ReadonlyMap<string, number>): Map<string, number> {
  const all = [...codes.values()].reduce((sum, count) => sum + count, 0);
  return new Map([...codes].map(([code, count]) => [code, count / all]));
}
