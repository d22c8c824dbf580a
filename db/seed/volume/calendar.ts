import { DAY_MS, HOUR_MS } from "#lib/kernel/clock.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";

/** When people pay at a large shop: activity by day and hour. */

/** Monday first. */
const WEEKDAY = [0.92, 0.88, 0.95, 1, 1.14, 1.24, 1.08];
/** UTC, 0 to 23: quiet at night, lunch, and a long evening. */
const HOURS = [
  1, 1, 1, 1, 2, 4, 8, 12, 15, 17, 19, 22, 20, 17, 16, 17, 20, 25, 30, 31, 25, 14, 6, 2,
];

/** A period with evenly spread payments, and the beginning of their ids. */
export type Slot = { first: number; count: number; fromMs: number; spanMs: number; time: string };

/** The range of the last four time characters of an id: 32⁴ ms, about 17 minutes. */
const SLOT_MS = 2 ** 20;
const TIME_CHARS = 6;

/** The times of exactly this many payments between two times, in order. */
export function slotsOf(payments: number, fromMs: number, toMs: number): Slot[] {
  const spans: { fromMs: number; spanMs: number; weight: number }[] = [];
  for (let at = fromMs; at < toMs; ) {
    const end = Math.min(toMs, (Math.floor(at / SLOT_MS) + 1) * SLOT_MS);
    const spanMs = end - at;
    spans.push({
      fromMs: at,
      spanMs,
      weight: spanMs * weightOf(at, (at - fromMs) / (toMs - fromMs)),
    });
    at = end;
  }
  const total = spans.reduce((sum, { weight }) => sum + weight, 0);
  let [first, share] = [0, 0];
  return spans.map(({ fromMs: at, spanMs, weight }) => {
    share += weight;
    const slot = {
      first,
      count: Math.round((payments * share) / total) - first,
      fromMs: at,
      spanMs,
      time: idLowerBound("pay", at).slice(4, 4 + TIME_CHARS),
    };
    first += slot.count;
    return slot;
  });
}

/** The activity at a time relative to others; `share` is its position in the history, 0 to 1. */
function weightOf(atMs: number, share: number): number {
  // Day 0 of the epoch was a Thursday.
  const weekday = WEEKDAY[(Math.floor(atMs / DAY_MS) + 3) % 7]!;
  return weekday * HOURS[Math.floor(atMs / HOUR_MS) % 24]! * (0.85 + 0.4 * share);
}

/** Midnight UTC of the last Tuesday that ended at least three days ago. */
export function troubledTuesday(nowMs: number): number {
  const day = Math.floor((nowMs - 3 * DAY_MS) / DAY_MS);
  return (day - ((day - 5 + 7 * 7) % 7)) * DAY_MS;
}
