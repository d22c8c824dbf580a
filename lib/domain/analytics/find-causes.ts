import {
  evidenceNeeded,
  evidenceOf,
  isRise,
  isTestable,
  minus,
  NOTHING,
  plus,
  rateOf,
  type Scan,
  type Silence,
  scanWindows,
  silenceOf,
  type Tally,
} from "#lib/kernel/raised-rates.ts";
import { INCIDENT_DIMENSIONS } from "#lib/kernel/vocabulary/incidents.ts";

/** The dimensions in which causes of declines are searched. */
export const CAUSE_DIMENSIONS = ["issuer", "issuer_country", "bin", "method"] as const;
export type CauseDimension = (typeof CAUSE_DIMENSIONS)[number];

/** The payments with one value of a dimension, or all. */
export type Slice = { dimension: CauseDimension | "all"; value: string };

/** A slice with its decided payments in each slot of time. */
export type Series = Slice & { tallies: readonly Tally[] };

/** Values that one payment had together. */
export type Combination = Record<CauseDimension, string>;

export type Cause = Slice & {
  /** The first and the last slot. */
  from: number;
  to: number;
  /** The payments of the slice in these slots. */
  tally: Tally;
  /** The decline rate of what they are compared with: the slice at other times or, for the whole period, other values. */
  usual: number;
  /** Percentage points that the declines beyond the usual rate add to the decline rate of all payments. */
  points: number;
  /** Slices that are raised by the same declines. */
  also: Slice[];
};

export type Findings = { kind: "causes"; causes: Cause[] } | Silence;

const MOST_CAUSES = 5;

type Candidate = Series & {
  windows: Scan;
  best: { from: number; to: number; tally: Tally; rest: Tally; evidence: number } | null;
  tests: number;
};

/** All slices with their strongest evidence. */
export type Search = { candidates: readonly Candidate[]; total: Tally; tests: number };

export function searchCauses(series: readonly Series[]): Search {
  const total = totalOf(series);
  const candidates = series.map((one) => candidateOf(one, total));
  return { candidates, total, tests: candidates.reduce((sum, one) => sum + one.tests, 0) };
}

/** The statement that a search without a finding supports; null if it found a cause. */
export function silenceOfSearch({ candidates, total, tests }: Search): Silence | null {
  const needed = evidenceNeeded(tests);
  const isFound = candidates.some(({ best }) => best !== null && best.evidence >= needed);
  return isFound ? null : silenceOf(total, tests);
}

/**
 * Searches all contiguous windows of all slices for decline rates that chance does not explain, strongest evidence first. A
 * window is tested against the same slice at other times; the whole period also against the other values of the dimension, if
 * they are the majority. The payments of a cause are taken out of every slice that shares payments with it (`combinations`), so
 * one cause is named once, as its most precise slice. Causes come in the order of their `points`. Where every payment has the
 * same risk, a cause is named in at most one of a hundred searches.
 */
export const findCauses = (
  series: readonly Series[],
  combinations: readonly Combination[],
): Findings => explainSearch(searchCauses(series), combinations);

/** The causes in a search: see `findCauses`. */
export function explainSearch(search: Search, combinations: readonly Combination[]): Findings {
  const silence = silenceOfSearch(search);
  if (silence) return silence;
  const { total, tests } = search;
  const original = new Map(search.candidates.map((one) => [keyOf(one), one.tallies]));
  const isRelated = relationOf(combinations);
  const needed = evidenceNeeded(tests);
  const isSure = ({ best }: Candidate) => best !== null && best.evidence >= needed;
  const causes: Cause[] = [];
  for (let candidates = search.candidates; causes.length < MOST_CAUSES; ) {
    const [first, ...others] = candidates.filter(isSure).sort(byEvidence);
    if (!first) break;
    const explained = candidates.map((one) => (isRelated(first, one) ? without(one, first) : one));
    const left = totalOf(explained);
    candidates = explained.map((one) => candidateOf(one, left));
    const still = new Set(candidates.filter(isSure).map(keyOf));
    const also = others.filter((one) => one.dimension !== "all" && !still.has(keyOf(one)));
    causes.push(causeOf(first, original.get(keyOf(first)) ?? [], total, also));
  }
  return { kind: "causes", causes: causes.sort((a, b) => b.points - a.points) };
}

const byEvidence = (a: Candidate, b: Candidate) =>
  b.best!.evidence - a.best!.evidence ||
  INCIDENT_DIMENSIONS.indexOf(a.dimension) - INCIDENT_DIMENSIONS.indexOf(b.dimension) ||
  (a.value < b.value ? -1 : 1);

const keyOf = ({ dimension, value }: Slice) => `${dimension} ${value}`;
const totalOf = (series: readonly Series[]) =>
  sumOf(series.find(({ dimension }) => dimension === "all")?.tallies ?? []);
const sumOf = (tallies: readonly Tally[]) => tallies.reduce(plus, NOTHING);

/** The payments beside a slice. A cause can take more declines out of the total than out of the slice and leave the others fewer
 *  than none, which is none: the slice has its declines at other times as well. */
function othersOf(total: Tally, whole: Tally): Tally {
  const { of, declined } = minus(total, whole);
  return { of, declined: Math.max(0, declined) };
}

/** Windows that were scanned before are kept. */
function candidateOf(one: Series & { windows?: Scan }, total: Tally): Candidate {
  const whole = sumOf(one.tallies);
  const windows = one.windows ?? scanWindows(one.tallies);
  const found = windows.best && { ...windows.best, tally: windows.best.slice };
  const others = othersOf(total, whole);
  const isMajority = whole.of > others.of;
  if (one.dimension === "all" || isMajority || !isTestable(whole, others)) {
    return { ...one, windows, best: found, tests: windows.tests };
  }
  const evidence = isRise(whole, others) ? evidenceOf(whole, others) : 0;
  const isBetter = evidence > (found?.evidence ?? 0);
  const all = { from: 0, to: one.tallies.length - 1, tally: whole, rest: others, evidence };
  return { ...one, windows, best: isBetter ? all : found, tests: windows.tests + 1 };
}

/** Whether two slices can hold the same payments. A value that no combination knows may share any. */
function relationOf(combinations: readonly Combination[]) {
  const together = new Set<string>();
  const known = new Set<string>();
  for (const one of combinations) {
    const slices = CAUSE_DIMENSIONS.map((dimension) => keyOf({ dimension, value: one[dimension] }));
    for (const a of slices) {
      known.add(a);
      for (const b of slices) together.add(`${a}\0${b}`);
    }
  }
  return (one: Slice, other: Slice) => {
    if (one.dimension === "all" || other.dimension === "all") return true;
    if (one.dimension === other.dimension) return one.value === other.value;
    const [a, b] = [keyOf(one), keyOf(other)];
    return together.has(`${a}\0${b}`) || !known.has(a) || !known.has(b);
  };
}

/** The series without the declines beyond the usual that the cause had in its window, as far as the series has as many. */
function without({ dimension, value, ...one }: Series, { best, ...cause }: Candidate): Series {
  const { from, to, rest } = best!;
  const inside = (slot: number) => slot >= from && slot <= to;
  const outside = sumOf(one.tallies.filter((_, slot) => !inside(slot)));
  const usual = rateOf(outside.of > 0 ? outside : rest);
  const tallies = one.tallies.map((tally, slot) => {
    if (!inside(slot)) return tally;
    const its = cause.tallies[slot] ?? NOTHING;
    const excess = Math.max(0, its.declined - its.of * rateOf(rest));
    const least = Math.min(tally.declined, tally.of * usual);
    return { of: tally.of, declined: Math.max(least, tally.declined - excess) };
  });
  return { dimension, value, tallies };
}

function causeOf(
  { dimension, value, best }: Candidate,
  original: readonly Tally[],
  total: Tally,
  also: readonly Slice[],
): Cause {
  const { from, to, tally, rest } = best!;
  const excess = tally.declined - tally.of * rateOf(rest);
  return {
    dimension,
    value,
    from,
    to,
    // As the lists count them, also where an earlier cause explains a part.
    tally: sumOf(original.slice(from, to + 1)),
    usual: rateOf(rest),
    points: (100 * excess) / total.of,
    also: also.map((one) => ({ dimension: one.dimension, value: one.value })),
  };
}
