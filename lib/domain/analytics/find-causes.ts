import {
  evidenceNeeded,
  evidenceOf,
  isRise,
  isTestable,
  minus,
  NOTHING,
  plus,
  rateOf,
  type Silence,
  scanWindows,
  silenceOf,
  type Tally,
} from "#lib/kernel/raised-rates.ts";

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
  /** What the declines beyond the usual rate add to the decline rate of all payments, in percentage points. */
  points: number;
  /** Slices that are raised by the same declines. */
  also: Slice[];
};

export type Findings = { kind: "causes"; causes: Cause[] } | Silence;

const MOST_CAUSES = 5;

/** Of slices with the same payments the first is named. */
const PREFERENCE: readonly Slice["dimension"][] = [
  "all",
  "issuer",
  "issuer_country",
  "bin",
  "method",
];

const byEvidence = (a: Candidate, b: Candidate) =>
  b.best!.evidence - a.best!.evidence ||
  PREFERENCE.indexOf(a.dimension) - PREFERENCE.indexOf(b.dimension) ||
  (a.value < b.value ? -1 : 1);

type Candidate = Series & {
  best: { from: number; to: number; tally: Tally; rest: Tally; evidence: number } | null;
  tests: number;
};

/**
 * Searches all contiguous windows of all slices for decline rates that chance does not explain, strongest evidence first. A
 * window is tested against the same slice at other times, the whole period also against the other values of the dimension.
 * What a cause explains is taken out of every slice that shares payments with it (`combinations`), so one cause is named once,
 * as its most precise slice. Causes come in the order of their `points`. Where every payment has the same risk, a cause is
 * named in at most one of a hundred searches.
 */
export function findCauses(
  series: readonly Series[],
  combinations: readonly Combination[],
): Findings {
  const original = new Map(series.map((one) => [keyOf(one), one.tallies]));
  const total = sumOf(series.find(({ dimension }) => dimension === "all")?.tallies ?? []);
  const isRelated = relationOf(combinations);
  let candidates = series.map((one) => candidateOf(one, total));
  const tests = candidates.reduce((sum, one) => sum + one.tests, 0);
  const needed = evidenceNeeded(tests);
  const isSure = ({ best }: Candidate) => best !== null && best.evidence >= needed;
  const causes: Cause[] = [];
  while (causes.length < MOST_CAUSES) {
    const sure = candidates.filter(isSure).sort(byEvidence);
    const [first] = sure;
    if (!first) break;
    const explained = candidates.map((one) => (isRelated(first, one) ? without(one, first) : one));
    const left = sumOf(explained.find(({ dimension }) => dimension === "all")?.tallies ?? []);
    candidates = explained.map((one) => candidateOf(one, left));
    const still = new Set(candidates.filter(isSure).map(keyOf));
    const also = sure.slice(1).filter((one) => one.dimension !== "all" && !still.has(keyOf(one)));
    causes.push(causeOf(first, original.get(keyOf(first)) ?? [], total, also));
  }
  if (causes.length === 0) return silenceOf(total, tests);
  return { kind: "causes", causes: causes.sort((a, b) => b.points - a.points) };
}

const keyOf = ({ dimension, value }: Slice) => `${dimension} ${value}`;
const sumOf = (tallies: readonly Tally[]) => tallies.reduce(plus, NOTHING);

function candidateOf(one: Series, total: Tally): Candidate {
  const whole = sumOf(one.tallies);
  const windows = scanWindows(one.tallies);
  const found = windows.best && { ...windows.best, tally: windows.best.slice };
  const others = minus(total, whole);
  if (one.dimension === "all" || !isTestable(whole, others)) {
    return { ...one, best: found, tests: windows.tests };
  }
  const evidence = isRise(whole, others) ? evidenceOf(whole, others) : 0;
  const isBetter = evidence > (found?.evidence ?? 0);
  const all = { from: 0, to: one.tallies.length - 1, tally: whole, rest: others, evidence };
  return { ...one, best: isBetter ? all : found, tests: windows.tests + 1 };
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
function without(one: Series, { best, ...cause }: Candidate): Series {
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
  return { ...one, tallies };
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
