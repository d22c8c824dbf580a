import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import {
  minus,
  NOTHING,
  plus,
  rateOf,
  type Silence,
  scanWindows,
  type Tally,
} from "#lib/kernel/raised-rates.ts";
import {
  CAUSE_DIMENSIONS,
  type Cause,
  explainSearch,
  type Series,
  type Slice,
  searchCauses,
  silenceOfSearch,
} from "./find-causes.ts";
import { readOutcomes } from "./read-figures.ts";
import { readCombinations, readSlices, type SliceRow, type Unit } from "./slices-store.ts";
import type { AnalyticsQuery, OutcomeDimension } from "./types.ts";

export type CauseQuery = Omit<AnalyticsQuery<OutcomeDimension>, "interval" | "dimensions">;

/** A cause with its window in time; `to` is exclusive. */
export type DatedCause = Omit<Cause, "from" | "to"> & { from: Date; to: Date; isWhole: boolean };

export type DatedFindings = { kind: "causes"; causes: DatedCause[] } | Silence;

type Fetch = (
  unit: Unit,
  span: { from: Date; to: Date },
  of: { dimensions: readonly Slice["dimension"][]; value: string | null },
) => Promise<SliceRow[]>;

/**
 * Searches the causes of a higher decline rate in a range (`findCauses`). Slots are hours up to 3 days, days up to 100 and months beyond
 * (in UTC, as rollups have them), and the ends of a short window are then found in the next finer slots. With filters only the
 * windows of all payments that match are searched. Reads sums, never single payments. Takes no lock.
 */
export async function readCauses(ctx: Context, query: CauseQuery): Promise<DatedFindings> {
  const isNarrowed = Object.keys(query.filters).length > 0 || query.hours !== undefined;
  const fetch = isNarrowed ? await ofMatching(ctx, query) : ofAll(ctx, query);
  const unit = unitOf(query);
  const slots = slotsOf(query, unit);
  const dimensions = ["all" as const, ...(isNarrowed ? [] : CAUSE_DIMENSIONS)];
  const series = seriesOf(await fetch(unit, query, { dimensions, value: null }), slots, unit);
  const search = searchCauses(series);
  const silence = silenceOfSearch(search);
  if (silence) return silence;
  const together = isNarrowed ? [] : await readCombinations(ctx, query.currency);
  const found = explainSearch(search, together);
  if (found.kind !== "causes") return found;
  const causes: DatedCause[] = [];
  for (const cause of found.causes) {
    causes.push(await dated(cause, { query, unit, slots, series, fetch }));
  }
  return { kind: "causes", causes: onceEach(causes) };
}

/**
 * By points. Two windows of a slice, such as a day and the day with the next, can have the same finer window and its figures:
 * that is one cause, with everything that either of them raises.
 */
export function onceEach(causes: readonly DatedCause[]): DatedCause[] {
  const same = Map.groupBy(causes, ({ dimension, value, from, to }) =>
    JSON.stringify([dimension, value, from, to]),
  );
  const merged = [...same.values()].map((ones) => ({ ...ones[0]!, also: alsoOf(ones) }));
  return merged.sort((a, b) => b.points - a.points);
}

function alsoOf(causes: readonly DatedCause[]): Slice[] {
  const slices = causes.flatMap(({ also }) => also);
  return [...new Map(slices.map((one) => [`${one.dimension} ${one.value}`, one])).values()];
}

const FINER: Partial<Record<Unit, Unit>> = { month: "day", day: "hour" };
/** Slots of a window whose ends are refined. */
const SHORT = 3;

function unitOf({ from, to }: CauseQuery): Unit {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  return days <= 3.1 ? "hour" : days <= 100 ? "day" : "month";
}

/** The start of the slot that contains a time. */
function startOf(at: Date, unit: Unit): number {
  if (unit === "month") return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  const size = unit === "day" ? DAY_MS : HOUR_MS;
  return Math.floor(at.getTime() / size) * size;
}

function endOf(startMs: number, unit: Unit): number {
  const start = dateFromMs(startMs);
  if (unit === "month") return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
  return startMs + (unit === "day" ? DAY_MS : HOUR_MS);
}

/** The starts of all slots of a range. */
function slotsOf({ from, to }: { from: Date; to: Date }, unit: Unit): number[] {
  const slots: number[] = [];
  for (let ms = startOf(from, unit); ms < to.getTime(); ms = endOf(ms, unit)) slots.push(ms);
  return slots;
}

function seriesOf(rows: readonly SliceRow[], slots: readonly number[], unit: Unit): Series[] {
  const places = new Map(slots.map((ms, slot) => [ms, slot]));
  const found = new Map<string, Series & { tallies: Tally[] }>();
  for (const { dimension, value, at, approved, declined } of rows) {
    const slot = places.get(startOf(at, unit));
    // Payments without a value, such as those without a card, are in their method.
    if (slot === undefined || (value === "" && dimension !== "all")) continue;
    const key = `${dimension} ${value}`;
    const one = found.get(key) ?? { dimension, value, tallies: slots.map(() => NOTHING) };
    found.set(key, one);
    one.tallies[slot] = plus(one.tallies[slot]!, { of: approved + declined, declined });
  }
  return [...found.values()];
}

const ofAll =
  (ctx: Context, { currency }: CauseQuery): Fetch =>
  (unit, { from, to }, of) =>
    readSlices(ctx, { from, to, currency, unit, ...of });

/** The hours of the payments that match the filters, in UTC as the slots are: a local hour can lie in two of them. */
async function ofMatching(ctx: Context, query: CauseQuery): Promise<Fetch> {
  const [figures] = await readOutcomes(ctx, [{ ...query, interval: "utc_hour", dimensions: [] }]);
  const hours = figures!.series.map(({ at, sums: { approved, declined } }) => ({
    dimension: "all" as const,
    value: "",
    at: new Date(at),
    approved,
    declined,
  }));
  // The period can begin within an hour.
  return async (_, { from, to }) =>
    hours.filter(({ at }) => at.getTime() >= startOf(from, "hour") && at < to);
}

type Frame = {
  query: CauseQuery;
  unit: Unit;
  slots: readonly number[];
  series: readonly Series[];
  fetch: Fetch;
};

/** The cause with the times of its window, whose ends are found in finer slots if it is short. */
async function dated(cause: Cause, frame: Frame): Promise<DatedCause> {
  const { query, slots } = frame;
  const isWhole = cause.from === 0 && cause.to === slots.length - 1;
  if (isWhole) return { ...cause, from: query.from, to: query.to, isWhole };
  let window = {
    ...cause,
    ...spanOf(cause, frame),
    unit: frame.unit,
    slots: cause.to - cause.from + 1,
  };
  for (let unit = FINER[window.unit]; unit && window.slots <= SHORT; unit = FINER[unit]) {
    window = { ...window, ...(await refined(window, unit, frame)), unit };
  }
  const { unit: _, slots: __, ...found } = window;
  return { ...found, isWhole };
}

const clipped = (ms: number, { from, to }: CauseQuery) =>
  dateFromMs(Math.min(Math.max(ms, from.getTime()), to.getTime()));

function spanOf({ from, to }: Cause, { query, slots, unit }: Frame) {
  return { from: clipped(slots[from]!, query), to: clipped(endOf(slots[to]!, unit), query) };
}

type Window = Slice & { from: Date; to: Date; unit: Unit; slots: number };

/** The best window in slots of `unit`, within the given one and one slot of it on both sides. */
async function refined(window: Window, unit: Unit, { query, series, fetch }: Frame) {
  const { dimension, value } = window;
  const from = clipped(startOf(dateFromMs(window.from.getTime() - 1), window.unit), query);
  const to = clipped(endOf(startOf(window.to, window.unit), window.unit), query);
  const slots = slotsOf({ from, to }, unit);
  const isSame = (one: Slice) => one.dimension === dimension && one.value === value;
  const rows = await fetch(unit, { from, to }, { dimensions: [dimension], value });
  const [near] = seriesOf(rows, slots, unit);
  const all = series.find(isSame)?.tallies ?? [];
  const total = series.find((one) => one.dimension === "all")?.tallies ?? [];
  if (!near) return { slots: Number.POSITIVE_INFINITY };
  const outside = minus(all.reduce(plus, NOTHING), near.tallies.reduce(plus, NOTHING));
  const { best } = scanWindows(near.tallies, { outside });
  if (!best) return { slots: Number.POSITIVE_INFINITY };
  const excess = best.slice.declined - best.slice.of * rateOf(best.rest);
  return {
    from: clipped(slots[best.from]!, query),
    to: clipped(endOf(slots[best.to]!, unit), query),
    tally: best.slice,
    usual: rateOf(best.rest),
    points: (100 * excess) / total.reduce(plus, NOTHING).of,
    slots: best.to - best.from + 1,
  };
}
