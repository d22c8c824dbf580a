import { alarmsOf, observe, sliceKey } from "#lib/domain/incidents/detect.ts";
import { type History, normsFrom, WEEKS } from "#lib/domain/incidents/norms.ts";
import type { Alarm, Decided, Norms, Watch, WatchedSlice } from "#lib/domain/incidents/types.ts";
import { INCIDENT_DIMENSIONS } from "#lib/kernel/vocabulary/incidents.ts";
import { accountOf, hourOf, type Issuer, type Outage, type Random, randomFrom } from "./traffic.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_HOURS = 168;
const WARM_UP = WEEKS * WEEK_HOURS;
const MONTH_HOURS = 30 * 24;

/** Counts of each slice by hour, as the rollups have them. */
class Counts {
  readonly #slices = new Map<
    string,
    WatchedSlice & {
      of: Uint32Array;
      declined: Uint32Array;
      /** Payments and declines of the eight weeks before the day that is being simulated. */
      all: { day: number; of: number; declined: number };
      codes: Map<string, number>[];
    }
  >();
  readonly #hours: number;
  constructor(hours: number) {
    this.#hours = hours;
  }

  add(hour: number, payments: readonly Decided[]): void {
    for (const { declined, code, values } of payments) {
      for (const dimension of INCIDENT_DIMENSIONS) {
        const value = values[dimension];
        if (value === "" && dimension !== "all") continue;
        const key = sliceKey(dimension, value);
        let slice = this.#slices.get(key);
        if (!slice) {
          const counts = () => new Uint32Array(this.#hours);
          const all = { day: -1, of: 0, declined: 0 };
          slice = { dimension, value, of: counts(), declined: counts(), all, codes: [] };
          this.#slices.set(key, slice);
        }
        slice.of[hour]!++;
        if (!declined) continue;
        slice.declined[hour]!++;
        const month = Math.floor(hour / MONTH_HOURS);
        const codes = slice.codes[month] ?? new Map<string, number>();
        slice.codes[month] = codes;
        codes.set(code ?? "", (codes.get(code ?? "") ?? 0) + 1);
      }
    }
  }

  norms(hour: number): Norms {
    const histories: History[] = [];
    for (const { dimension, value, of, declined, all, codes } of this.#slices.values()) {
      const near = { of: 0, declined: 0 };
      for (let week = 1; week <= WEEKS; week++) {
        for (let at = hour - week * WEEK_HOURS - 1; at <= hour - week * WEEK_HOURS + 1; at++) {
          near.of += of[at] ?? 0;
          near.declined += declined[at] ?? 0;
        }
      }
      const day = Math.floor(hour / 24);
      if (all.day !== day) {
        Object.assign(all, { day, of: 0, declined: 0 });
        for (let at = Math.max(0, day * 24 - WARM_UP); at < day * 24; at++) {
          all.of += of[at]!;
          all.declined += declined[at]!;
        }
      }
      const month = Math.floor(hour / MONTH_HOURS);
      const summed = new Map<string, number>();
      for (const counts of codes.slice(Math.max(0, month - 2), month + 1)) {
        for (const [code, count] of counts ?? []) summed.set(code, (summed.get(code) ?? 0) + count);
      }
      histories.push({ dimension, value, near, all, codes: summed });
    }
    return normsFrom(histories, WEEKS * 7);
  }
}

/** Time between two looks of the worker. */
const LOOK_MS = 30_000;

type Seen = { endMs: number; watch: Watch; alarms: Alarm[] };

/** Takes payments into the tests look by look, as a worker does. `next(true)` begins the tests anew. */
function* looksAt(
  watch: Watch,
  norms: Norms,
  payments: readonly Decided[],
): Generator<Seen, void, boolean | undefined> {
  let state = watch;
  for (let from = 0; from < payments.length; ) {
    const look = Math.floor(payments[from]!.atMs / LOOK_MS);
    let to = from;
    while (to < payments.length && Math.floor(payments[to]!.atMs / LOOK_MS) === look) to++;
    state = observe(state, norms, payments.slice(from, to));
    from = to;
    const alarms = alarmsOf(state, norms);
    const reset = yield { endMs: (look + 1) * LOOK_MS, watch: state, alarms };
    if (reset) state = {};
  }
}

export type Trial = { perHour: number; what: string; minutes: number | null };
export type Simulated = { months: number; falseAlarms: Alarm[]; trials: Trial[] };

/** Outages in the trials: with a code that is rare, one that is frequent, and the usual mix of codes. */
const OUTAGES: readonly (readonly [what: string, code: string | null, declined: number])[] = [
  ["one rare code", "issuer_unavailable", 0.95],
  ["one frequent code", "do_not_honor", 0.95],
  ["usual codes", null, 0.95],
  ["usual codes, all declined", null, 1],
];
/** A trial ends after so many hours. */
const TRIAL_HOURS = 24;

/**
 * Simulates an account with daily and weekly seasons after eight weeks of history: counts false alarms, and tries outages
 * of issuers with the given payments an hour at random moments, each on its own branch of time.
 */
export function simulate(params: {
  seed: number;
  days: number;
  /** Trials of each kind of outage and flow. */
  trials: number;
  flows: readonly number[];
  scale?: number;
}): Simulated {
  const random = randomFrom(params.seed * 7_919 + 1);
  const issuers = accountOf(random, params.scale);
  const hours = WARM_UP + params.days * 24;
  const counts = new Counts(hours);
  for (let hour = 0; hour < WARM_UP; hour++) counts.add(hour, hourOf(random, issuers, hour));
  const starts = new Map<number, number>();
  for (let n = 0; n < params.trials; n++) {
    const at = WARM_UP + Math.floor(random() * params.days * 24);
    starts.set(at, (starts.get(at) ?? 0) + 1);
  }
  const falseAlarms: Alarm[] = [];
  const trials: Trial[] = [];
  let watch: Watch = {};
  for (let hour = WARM_UP; hour < hours; hour++) {
    const norms = counts.norms(hour);
    for (let n = 0; n < (starts.get(hour) ?? 0); n++) {
      for (const flow of params.flows) {
        trials.push(...tryOutages(random, issuers, { hour, flow, watch, norms }));
      }
    }
    const payments = hourOf(random, issuers, hour);
    const walk = looksAt(watch, norms, payments);
    for (let next = walk.next(); !next.done; ) {
      watch = next.value.watch;
      const [alarm] = next.value.alarms;
      if (alarm) {
        falseAlarms.push(alarm);
        watch = {};
      }
      next = walk.next(alarm !== undefined);
    }
    counts.add(hour, payments);
  }
  return { months: params.days / 30, falseAlarms, trials };
}

type Moment = { hour: number; flow: number; watch: Watch; norms: Norms };

function tryOutages(random: Random, issuers: readonly Issuer[], moment: Moment): Trial[] {
  const issuer = nearest(issuers, moment.flow);
  return OUTAGES.map(([what, code, declined]) => {
    const outage = { issuer, perHour: moment.flow, declined, code };
    return { perHour: moment.flow, what, minutes: tryOutage(random, issuers, outage, moment) };
  });
}

/** The issuer with cards whose flow is the closest. */
function nearest(issuers: readonly Issuer[], flow: number): Issuer {
  const cards = issuers.filter(({ name }) => name !== "");
  return cards.reduce((best, one) =>
    Math.abs(one.perHour - flow) < Math.abs(best.perHour - flow) ? one : best,
  );
}

/** Minutes until an alarm names a slice with the issuer's payments; null if none does. */
function tryOutage(
  random: Random,
  issuers: readonly Issuer[],
  outage: Outage,
  { hour, watch, norms }: Moment,
): number | null {
  const { name, country, bins, method } = outage.issuer;
  const own = new Set([
    sliceKey("all", ""),
    sliceKey("issuer", name),
    sliceKey("issuer_country", country),
    sliceKey("method", method),
    ...bins.map((bin) => sliceKey("bin", bin)),
  ]);
  let state = watch;
  // The outage does not begin with a look.
  const late = random() * LOOK_MS;
  for (let at = 0; at < TRIAL_HOURS; at++) {
    const payments = hourOf(random, issuers, hour, outage).map((payment) => ({
      ...payment,
      atMs: payment.atMs + at * HOUR_MS + late,
    }));
    for (const step of looksAt(state, norms, payments)) {
      state = step.watch;
      if (step.alarms.some(({ dimension, value }) => own.has(sliceKey(dimension, value)))) {
        return (step.endMs - late - hour * HOUR_MS) / MINUTE_MS;
      }
    }
  }
  return null;
}

/** The smallest value that is at least as large as a share of them; a trial without an alarm is longer than all. */
export function percentile(values: readonly (number | null)[], share: number): number | null {
  const sorted = values.map((value) => value ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const found =
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(found) ? found : null;
}
