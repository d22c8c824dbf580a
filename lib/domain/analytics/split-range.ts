import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import { zoneOffsets } from "#lib/kernel/period.ts";

/** Half-open. */
export type Span = { from: Date; to: Date };

/** The time that a row of a rollup covers: a quarter of an hour, an hour, a day or a month, in UTC. */
export const GRAINS = { quarter: 0, hour: 1, day: 2, month: 3 } as const;
export type Grain = (typeof GRAINS)[keyof typeof GRAINS];

export type Part = Span & { grain: Grain };

export type SplitRange = {
  /** The whole hours of the range, which rollups can answer; null if there are none. */
  whole: Span | null;
  /** `whole` in as few slices as possible, oldest first: hours up to the first day, days up to the first month,
   *  months, and back down. */
  parts: Part[];
  /** The rest before and after `whole`, to be read from the source rows. */
  rest: Span[];
};

/**
 * Splits a range so that its figures can be summed from rollups: `parts` and `rest` cover exactly the range, without gaps
 * or overlaps. No part is coarser than `coarsest`. An empty or backward range has no parts.
 */
export function splitRange({ from, to }: Span, coarsest: Grain = GRAINS.month): SplitRange {
  if (from >= to) return { whole: null, parts: [], rest: [] };
  const whole = { from: upTo(GRAINS.hour, from), to: downTo(GRAINS.hour, to) };
  if (whole.from >= whole.to) return { whole: null, parts: [], rest: [{ from, to }] };
  const rest = [
    { from, to: whole.from },
    { from: whole.to, to },
  ].filter(isNotEmpty);
  return { whole, parts: partsOf(whole, GRAINS.hour, coarsest), rest };
}

/** Splits a range of whole slices of `grain` into slices of `grain` at its ends and coarser ones between. */
function partsOf(range: Span, grain: Grain, coarsest: Grain): Part[] {
  if (grain === coarsest) return [{ ...range, grain }];
  const coarser = grain === GRAINS.hour ? GRAINS.day : GRAINS.month;
  const inner = { from: upTo(coarser, range.from), to: downTo(coarser, range.to) };
  if (inner.from >= inner.to) return [{ ...range, grain }];
  return [
    ...[{ from: range.from, to: inner.from, grain }].filter(isNotEmpty),
    ...partsOf(inner, coarser, coarsest),
    ...[{ from: inner.to, to: range.to, grain }].filter(isNotEmpty),
  ];
}

const WEEK_MS = 7 * DAY_MS;

/** The stretches of a range within the weeks that begin at these moments (in order), and those outside. */
export function stretchesOf(
  range: Span,
  weeks: readonly Date[],
): { within: Span[]; outside: Span[] } {
  const within: Span[] = [];
  for (const week of weeks) {
    const from = dateFromMs(Math.max(week.getTime(), range.from.getTime()));
    const to = dateFromMs(Math.min(week.getTime() + WEEK_MS, range.to.getTime()));
    const last = within.at(-1);
    if (last?.to.getTime() === from.getTime()) last.to = to;
    else within.push({ from, to });
  }
  const ends = [range.from, ...within.flatMap(({ from, to }) => [from, to]), range.to];
  const outside: Span[] = [];
  for (let n = 0; n < ends.length; n += 2) outside.push({ from: ends[n]!, to: ends[n + 1]! });
  return { within, outside: outside.filter(isNotEmpty) };
}

/** The same parts in the grains of kinds, which have quarters of an hour and no hours. */
export const inKindGrains = (parts: readonly Part[]): Part[] =>
  parts.map((part) => (part.grain === GRAINS.hour ? { ...part, grain: GRAINS.quarter } : part));

const isNotEmpty = ({ from, to }: Span) => from < to;

/** The start of the slice that contains `moment`. */
function downTo(grain: Grain, moment: Date): Date {
  if (grain === GRAINS.month) return monthOf(moment, 0);
  const size = grain === GRAINS.day ? DAY_MS : HOUR_MS;
  return dateFromMs(Math.floor(moment.getTime() / size) * size);
}

/** The first start of a slice at or after `moment`. */
function upTo(grain: Grain, moment: Date): Date {
  const down = downTo(grain, moment);
  if (down.getTime() === moment.getTime()) return down;
  if (grain === GRAINS.month) return monthOf(moment, 1);
  return dateFromMs(down.getTime() + (grain === GRAINS.day ? DAY_MS : HOUR_MS));
}

function monthOf(moment: Date, later: number): Date {
  return dateFromMs(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later, 1));
}

/** Whether the zone's offset from UTC is whole hours throughout the range. Only then can local days be summed from UTC
 *  hours. */
export function hasWholeHours(zone: string, { from, to }: Span): boolean {
  const offsetAt = zoneOffsets(zone);
  const isWhole = (ms: number) => offsetAt(ms) % HOUR_MS === 0;
  // No zone keeps an offset for less than 14 days.
  for (let ms = from.getTime(); ms < to.getTime(); ms += 14 * DAY_MS) {
    if (!isWhole(ms)) return false;
  }
  return isWhole(to.getTime());
}
