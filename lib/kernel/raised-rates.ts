import { FEWEST_FOR_A_RATE } from "./vocabulary/rates.ts";

/** Decided payments of a slice, and how many of them were declined. */
export type Tally = { of: number; declined: number };

/** The chance of stating at least one cause where every payment has the same risk of a decline. */
export const FALSE_FINDINGS = 0.01;
/** A smaller rise is not stated, however certain it is. */
const LEAST_RISE = 0.05;

export const rateOf = ({ of, declined }: Tally) => (of === 0 ? 0 : declined / of);
export const minus = (one: Tally, other: Tally): Tally => ({
  of: one.of - other.of,
  declined: one.declined - other.declined,
});
export const plus = (one: Tally, other: Tally): Tally => ({
  of: one.of + other.of,
  declined: one.declined + other.declined,
});
export const NOTHING: Tally = { of: 0, declined: 0 };

/** The Kullback-Leibler divergence of two coins. */
function divergence(a: number, b: number): number {
  // Tallies can be fractions, whose differences are a little below 0 where they are 0.
  const part = (p: number, q: number) => (p <= 0 ? 0 : q <= 0 ? Infinity : p * Math.log(p / q));
  return part(a, b) + part(1 - a, 1 - b);
}

/**
 * The strength of the evidence that payments of `slice` are declined more often than those of `rest`: the chance that the
 * declines of both, dealt at random, put as many into `slice` is at most `exp(-evidence)`. Exact bounds of the
 * hypergeometric distribution (Hoeffding 1963), so they hold for few payments as well. Zero if the rate is not higher.
 */
export function evidenceOf(slice: Tally, rest: Tally): number {
  const all = plus(slice, rest);
  if (slice.of === 0 || rest.of === 0 || rateOf(slice) <= rateOf(rest)) return 0;
  const rate = rateOf(all);
  return Math.max(
    slice.of * divergence(rateOf(slice), rate),
    rest.of * divergence(rateOf(rest), rate),
    all.declined * divergence(slice.declined / all.declined, slice.of / all.of),
  );
}

/** The evidence that one of `tests` slices needs, so that all together keep to `FALSE_FINDINGS`. */
export const evidenceNeeded = (tests: number) => Math.log(Math.max(1, tests) / FALSE_FINDINGS);

export const isTestable = (slice: Tally, rest: Tally) =>
  slice.of >= FEWEST_FOR_A_RATE && rest.of >= FEWEST_FOR_A_RATE;

/** Whether the rise is large enough to be worth a sentence. */
export const isRise = (slice: Tally, rest: Tally) => rateOf(slice) - rateOf(rest) >= LEAST_RISE;

/** Slots `from` to `to`, both included. In a circle `to` can be smaller than `from`. */
export type Raised = { from: number; to: number; slice: Tally; rest: Tally; evidence: number };

export type Scan = {
  /** The window with the strongest evidence of a rise; null if no window is higher. */
  best: Raised | null;
  /** How many windows were tested. */
  tests: number;
};

/**
 * Tests every contiguous window of a series against everything else: its other slots, and `outside` them. `circle`: the
 * last slot is followed by the first, as with the hours of the day.
 */
export function scanWindows(
  series: readonly Tally[],
  { circle = false, outside = NOTHING }: { circle?: boolean; outside?: Tally } = {},
): Scan {
  const count = series.length;
  const total = series.reduce(plus, outside);
  let best: Raised | null = null;
  let tests = 0;
  for (let from = 0; from < count; from++) {
    // Plain numbers: a report scans millions of windows.
    let of = 0;
    let declined = 0;
    for (let length = 1; from + length <= (circle ? from + count - 1 : count); length++) {
      const to = (from + length - 1) % count;
      of += series[to]!.of;
      declined += series[to]!.declined;
      if (of < FEWEST_FOR_A_RATE || total.of - of < FEWEST_FOR_A_RATE) continue;
      tests++;
      if (declined / of - (total.declined - declined) / (total.of - of) < LEAST_RISE) continue;
      const slice = { of, declined };
      const rest = minus(total, slice);
      const evidence = evidenceOf(slice, rest);
      if (evidence > (best?.evidence ?? 0)) best = { from, to, slice, rest, evidence };
    }
  }
  return { best, tests };
}

/** The window in which the decline rate is raised beyond chance; null if none is. */
export function raisedWindow(series: readonly Tally[], options: { circle?: boolean } = {}) {
  const { best, tests } = scanWindows(series, options);
  return best && best.evidence >= evidenceNeeded(tests) ? best : null;
}

/** A tenth of all payments: the slice for which the least detectable rise is stated. */
const STATED_SHARE = 0.1;
/** Standard deviations by which four of five samples exceed their mean less. */
const FOUR_OF_FIVE = 0.84;
const STEP = 0.005;

export type Detectable = { of: number; rate: number; usual: number };

/**
 * The lowest decline rate of a tenth of the payments that `tests` tests would find in four of five cases. Null if even
 * 100 % would not be found: there are too few payments for "nothing stands out" to mean anything.
 */
export function leastDetectable(all: Tally, tests: number): Detectable | null {
  const of = Math.max(FEWEST_FOR_A_RATE, Math.floor(all.of * STATED_SHARE));
  const rest = { of: all.of - of, declined: Math.round((all.of - of) * rateOf(all)) };
  if (rest.of < of) return null;
  const needed = evidenceNeeded(tests);
  for (let rate = rateOf(all) + LEAST_RISE; rate < 1 + STEP; rate += STEP) {
    const risk = Math.min(1, rate);
    const declined = Math.floor(of * risk - FOUR_OF_FIVE * Math.sqrt(of * risk * (1 - risk)));
    const slice = { of, declined: Math.max(0, declined) };
    if (isRise(slice, rest) && evidenceOf(slice, rest) >= needed) {
      return { of, rate: risk, usual: rateOf(all) };
    }
  }
  return null;
}

/** The statement that a search without a finding supports: the least rise that it would have found, or too few to tell. */
export type Silence =
  | { kind: "nothing"; least: Detectable }
  | { kind: "too_few"; payments: number };

export function silenceOf(all: Tally, tests: number): Silence {
  const least = leastDetectable(all, tests);
  return least ? { kind: "nothing", least } : { kind: "too_few", payments: all.of };
}
