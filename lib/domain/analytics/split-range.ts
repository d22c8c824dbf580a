import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import { zoneOffsets } from "#lib/kernel/period.ts";

/** Half-open, as moments. */
export type Span = { from: Date; to: Date };

/** What one row of a rollup covers: a quarter of an hour, an hour, a day or a month of UTC. */
export const GRAINS = { quarter: 0, hour: 1, day: 2, month: 3 } as const;
export type Grain = (typeof GRAINS)[keyof typeof GRAINS];

export type Part = Span & { grain: Grain };

export type SplitRange = {
  /** The whole hours of the range: what rollups can answer. Null when it holds none. */
  whole: Span | null;
  /** `whole` in as few rows as can be, oldest first: hours up to the first day, days up to the first
   *  month, months, and back down. */
  parts: Part[];
  /** What is left before and after it: read from the rows themselves. */
  rest: Span[];
};

/**
 * Cuts a range so that its figures can be added up from rollups: `parts` and `rest` touch, do not
 * overlap and cover exactly the range, whatever it is. An empty or backward range has none.
 */
export function splitRange({ from, to }: Span): SplitRange {
  if (from >= to) return { whole: null, parts: [], rest: [] };
  const whole = { from: upTo(GRAINS.hour, from), to: downTo(GRAINS.hour, to) };
  if (whole.from >= whole.to) return { whole: null, parts: [], rest: [{ from, to }] };
  const rest = [
    { from, to: whole.from },
    { from: whole.to, to },
  ].filter(isNotEmpty);
  return { whole, parts: partsOf(whole, GRAINS.hour), rest };
}

/** A range that is whole in `grain`, in that grain at its ends and in coarser ones between them. */
function partsOf(range: Span, grain: Grain): Part[] {
  if (grain === GRAINS.month) return [{ ...range, grain }];
  const coarser = grain === GRAINS.hour ? GRAINS.day : GRAINS.month;
  const inner = { from: upTo(coarser, range.from), to: downTo(coarser, range.to) };
  if (inner.from >= inner.to) return [{ ...range, grain }];
  return [
    ...[{ from: range.from, to: inner.from, grain }].filter(isNotEmpty),
    ...partsOf(inner, coarser),
    ...[{ from: inner.to, to: range.to, grain }].filter(isNotEmpty),
  ];
}

/** The same in quarters of an hour and months only, which is what kinds have sums of. */
export function inQuarters(parts: readonly Part[]): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const grain = part.grain === GRAINS.month ? GRAINS.month : GRAINS.quarter;
    const last = found.at(-1);
    if (last?.grain === grain) last.to = part.to;
    else found.push({ ...part, grain });
  }
  return found;
}

const isNotEmpty = ({ from, to }: Span) => from < to;

/** Where the slice begins that `moment` lies in. */
function downTo(grain: Grain, moment: Date): Date {
  if (grain === GRAINS.month) return monthOf(moment, 0);
  const size = grain === GRAINS.day ? DAY_MS : HOUR_MS;
  return dateFromMs(Math.floor(moment.getTime() / size) * size);
}

/** The first slice's beginning that is not before `moment`. */
function upTo(grain: Grain, moment: Date): Date {
  const down = downTo(grain, moment);
  if (down.getTime() === moment.getTime()) return down;
  if (grain === GRAINS.month) return monthOf(moment, 1);
  return dateFromMs(down.getTime() + (grain === GRAINS.day ? DAY_MS : HOUR_MS));
}

function monthOf(moment: Date, later: number): Date {
  return dateFromMs(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later, 1));
}

/** Whether every hour of the zone's clock begins with one of UTC, all through the range: only then can
 *  local days be added up from hours. */
export function hasWholeHours(zone: string, { from, to }: Span): boolean {
  const offsetAt = zoneOffsets(zone);
  const isWhole = (ms: number) => offsetAt(ms) % HOUR_MS === 0;
  // No zone keeps an offset for less than some weeks.
  for (let ms = from.getTime(); ms < to.getTime(); ms += 14 * DAY_MS) {
    if (!isWhole(ms)) return false;
  }
  return isWhole(to.getTime());
}
