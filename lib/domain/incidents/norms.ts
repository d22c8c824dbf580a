import type { Tally } from "#lib/kernel/raised-rates.ts";
import type { IncidentDimension } from "#lib/kernel/vocabulary/incidents.ts";
import { sliceKey } from "./detect.ts";
import type { Norm, Norms, WatchedSlice } from "./types.ts";

/** Weeks that are compared. */
export const WEEKS = 8;
/** A slice with fewer decided payments in these weeks has no norm. */
const FEWEST = 50;
/** The slice's rate at all hours counts as much as so many payments of the same hour. */
const PRIOR = 100;
/** The account's rate counts as much as so many payments of the slice. */
const ACCOUNT_PRIOR = 50;
/** So many standard errors are added to the rate. */
const MARGIN = 0.5;
/** The account's codes count as much as so many declines of the slice. */
const CODE_PRIOR = 20;
/** No rate and no share of a code is taken to be lower: the rare ones are known badly. */
const LEAST_RATE = 0.02;
const LEAST_SHARE = 0.02;
/** With a higher rate an outage cannot be told from a usual hour. */
const HIGHEST_RATE = 0.8;
const MOST_CODES = 12;
const DAYS_OF_MONTH = 30;
/** Payments an hour of a slice at which one decline more or less decides whether an outage is found in time. */
const CRITICAL_PER_HOUR = 20;

/** The counts of a slice in earlier weeks. */
export type History = WatchedSlice & {
  /** In the same hour of the week, and the hour before and after. */
  near: Tally;
  /** In all hours. */
  all: Tally;
  /** Its declines by code. */
  codes: ReadonlyMap<string, number>;
};

/** The usual figures of an hour of the week, from the counts of the earlier weeks. `days`: how many of their days the account
 *  has payments for. */
export function normsFrom(histories: readonly History[], days: number): Norms {
  const whole = histories.find(({ dimension }) => dimension === "all");
  if (!whole || days <= 0) return { perMonth: 0, codes: [], slices: new Map(), claims: new Map() };
  const shares = sharesOf(whole.codes);
  const codes = [...shares].sort((a, b) => b[1] - a[1]).slice(0, MOST_CODES);
  const usual = { shares, rate: (whole.all.declined + 0.5) / (whole.all.of + 1) };
  const slices = new Map<string, Norm>();
  const claims = new Map<IncidentDimension, number>();
  for (const history of histories) {
    const norm = normOf(history, usual, days);
    if (!norm) continue;
    const { dimension, value, claim } = norm;
    slices.set(sliceKey(dimension, value), norm);
    claims.set(dimension, (claims.get(dimension) ?? 0) + claim);
  }
  return {
    perMonth: (whole.all.of / days) * DAYS_OF_MONTH,
    codes: codes.map(([code]) => code),
    slices,
    claims,
  };
}

/** The usual figures of the whole account: the shares of the codes, and the decline rate. */
type Usual = { shares: ReadonlyMap<string, number>; rate: number };

function normOf(history: History, { shares, ...account }: Usual, days: number): Norm | null {
  const { dimension, value, near, all } = history;
  if (all.of < FEWEST) return null;
  const overall = (all.declined + ACCOUNT_PRIOR * account.rate) / (all.of + ACCOUNT_PRIOR);
  const of = near.of + PRIOR;
  const mean = (near.declined + PRIOR * overall) / of;
  const rate = Math.max(LEAST_RATE, mean + MARGIN * Math.sqrt((mean * (1 - mean)) / of));
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
    perMonth: (all.of / days) * DAYS_OF_MONTH,
    claim: claimOf(all.of / days / 24),
  };
}

/**
 * The claim of a slice with so many payments in an average hour on its dimension's false alarms. A smaller slice is found
 * late with any threshold, and a larger one in time with a high threshold, so both leave them to slices of the critical size.
 */
function claimOf(perHour: number): number {
  const size = perHour / CRITICAL_PER_HOUR;
  return size < 1 ? size ** 3 : size ** -2;
}

function sharesOf(codes: ReadonlyMap<string, number>): Map<string, number> {
  const all = [...codes.values()].reduce((sum, count) => sum + count, 0);
  return new Map([...codes].map(([code, count]) => [code, count / all]));
}
