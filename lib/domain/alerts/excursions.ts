import { HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Tally } from "#lib/kernel/raised-rates.ts";

/** Decided payments of a quarter of an hour. */
export type Quarter = Tally & { startMs: number };

export const QUARTER_MS = 15 * MINUTE_MS;

/** A rate above its bound. */
export type Excursion = {
  /** The end of the quarter in which it was found; null-free, so that it can name the excursion. */
  atMs: number;
  /** The end of the quarter in which it was over; null while it lasts. */
  untilMs: number | null;
  /** The window in which it was found. */
  found: Tally;
};

type Bound = { rateBps: number; minimum: number; hours: number };

/** Below this share of the bound an excursion is over, so that a rate at the bound does not fire again and again. */
const OVER_BELOW = 0.8;

/**
 * The times in which the decline rate of the last `hours` was above `rateBps` with at least `minimum` payments, by
 * quarters of an hour from `fromMs` to `toMs`. An excursion ends below 80 % of the bound, or with fewer than half the
 * payments. `quarters` begin `hours` earlier, and are in order.
 */
export function excursions(
  quarters: readonly Quarter[],
  { rateBps, minimum, hours }: Bound,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Excursion[] {
  const found: Excursion[] = [];
  const windowMs = hours * HOUR_MS;
  const sum = { of: 0, declined: 0 };
  let [next, first] = [0, 0];
  let open: Excursion | null = null;
  // The last step is the running quarter: what is in it so far counts.
  const start = Math.floor(fromMs / QUARTER_MS) * QUARTER_MS + QUARTER_MS;
  for (let atMs = start; atMs < toMs + QUARTER_MS; atMs += QUARTER_MS) {
    for (; next < quarters.length && quarters[next]!.startMs < atMs; next++)
      add(sum, quarters[next]!, 1);
    for (; first < next && quarters[first]!.startMs < atMs - windowMs; first++) {
      add(sum, quarters[first]!, -1);
    }
    const bps = sum.of === 0 ? 0 : (10_000 * sum.declined) / sum.of;
    if (open) {
      const isOver = bps < OVER_BELOW * rateBps || 2 * sum.of < minimum;
      if (!isOver) continue;
      open.untilMs = Math.min(atMs, toMs);
      open = null;
    } else if (sum.of >= minimum && bps > rateBps) {
      open = { atMs: Math.min(atMs, toMs), untilMs: null, found: { ...sum } };
      found.push(open);
    }
  }
  return found;
}

function add(sum: { of: number; declined: number }, one: Tally, sign: 1 | -1): void {
  sum.of += sign * one.of;
  sum.declined += sign * one.declined;
}
