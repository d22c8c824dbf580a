import { INCIDENT_DIMENSIONS, type IncidentDimension } from "#lib/kernel/vocabulary/incidents.ts";
import type { Alarm, Decided, Excursion, Norm, Norms, Watch } from "./types.ts";

// The test and its figures are explained in docs/decisions/0046.

/** Each dimension's share of the permitted false alarms. */
export const SHARES: Readonly<Record<IncidentDimension, number>> = {
  all: 0.02,
  issuer: 0.9,
  bin: 0.03,
  issuer_country: 0.03,
  method: 0.02,
};

/** False alarms per account and 30 days over all slices, by the bound of `thresholdOf`. The bound is loose: fewer than one
 *  are counted (docs/decisions/0046). */
export const PERMITTED = 3.4;
/** An alarm needs at least so many declined payments. */
const FEWEST_DECLINES = 3;
/** A smaller account may have as many false alarms as one with this many payments a month. */
const LEAST_PER_MONTH = 300;

/** No test stops with less evidence, however few payments a slice has. */
const LEAST_GAIN = Math.log(1_000);

/** The alternative to the usual rate: payments are declined with this chance. */
const OUTAGE = 0.95;
/** Most declines of an outage have one code. */
const ONE_CODE = 0.9;
/** A partial outage multiplies the odds of a decline. */
const PARTIAL_ODDS = 4;

type Kind = "outage" | "partial" | "code";
/** Each kind's share of its slice's false alarms; the codes divide theirs. */
const WEIGHTS: Readonly<Record<Kind, number>> = { outage: 0.9, partial: 0.02, code: 0.08 };

export const sliceKey = (dimension: IncidentDimension, value: string) => `${dimension}:${value}`;

/** The code of an alternative, or null. */
const codeOf = (alternative: string) =>
  alternative.startsWith("code:") ? alternative.slice(5) : null;
const kindOf = (alternative: string) => alternative.split(":", 1)[0] as Kind;

/**
 * The gain at which a test of the slice stops. Its payments of 30 days pass it without cause at most as often as the slice's
 * part of `PERMITTED` allows: the run length of a CUSUM test is at least `exp(threshold)` (Lorden 1971).
 */
export function thresholdOf(norms: Norms, norm: Norm, kind: Kind): number {
  // Codes that are not among the frequent ones count as one more.
  const among = kind === "code" ? norms.codes.length + 1 : 1;
  const payments = norm.perMonth * Math.max(1, LEAST_PER_MONTH / norms.perMonth);
  const part = norm.claim / norms.claims.get(norm.dimension)!;
  const permitted = (PERMITTED * SHARES[norm.dimension] * WEIGHTS[kind] * part) / among;
  return Math.max(LEAST_GAIN, Math.log(payments / permitted));
}

/** The log likelihood ratio of one payment: how much more likely it is under the alternative than usually. */
export function gainOf(
  norm: Norm,
  alternative: string,
  { declined, code }: Pick<Decided, "declined" | "code">,
) {
  const { rate } = norm;
  const odds = (PARTIAL_ODDS * rate) / (1 - rate);
  const kind = kindOf(alternative);
  const risk = kind === "partial" ? odds / (1 + odds) : Math.max(OUTAGE, rate);
  if (!declined) return Math.log((1 - risk) / (1 - rate));
  if (kind !== "code") return Math.log(risk / rate);
  if (code !== codeOf(alternative)) return Math.log((risk * (1 - ONE_CODE)) / rate);
  const share = norm.codes.get(code ?? "") ?? norm.rare;
  return Math.log((risk * (ONE_CODE + (1 - ONE_CODE) * share)) / (rate * share));
}

/** Takes decided payments into the tests, oldest first, and returns the tests after them. */
export function observe(watch: Watch, norms: Norms, payments: readonly Decided[]): Watch {
  const next: Record<string, Watch[string]> = { ...watch };
  for (const payment of payments) {
    for (const dimension of INCIDENT_DIMENSIONS) {
      const key = sliceKey(dimension, payment.values[dimension]);
      const running = next[key];
      if (!running && !payment.declined) continue;
      const norm = norms.slices.get(key);
      if (!norm) {
        delete next[key];
        continue;
      }
      const after = step(running ?? {}, norm, payment);
      if (after) next[key] = after;
      else delete next[key];
    }
  }
  return next;
}

/** The tests of one slice after a payment; null if all are at zero. */
function step(
  running: Readonly<Record<string, Excursion>>,
  norm: Norm,
  payment: Decided,
): Record<string, Excursion> | null {
  const alternatives = payment.declined
    ? new Set([...Object.keys(running), ...begunBy(payment)])
    : Object.keys(running);
  let after: Record<string, Excursion> | null = null;
  for (const alternative of alternatives) {
    const before = running[alternative];
    const gain = (before?.gain ?? 0) + gainOf(norm, alternative, payment);
    if (gain <= 0) continue;
    after ??= {};
    after[alternative] = {
      gain,
      sinceMs: before?.sinceMs ?? payment.atMs,
      of: (before?.of ?? 0) + 1,
      declined: (before?.declined ?? 0) + (payment.declined ? 1 : 0),
    };
  }
  return after;
}

/** The alternatives for which a declined payment speaks. */
const begunBy = ({ code }: Decided): string[] => ["outage", "partial", `code:${code}`];

/** The slices whose tests have passed their thresholds, the strongest first. Each slice comes once. */
export function alarmsOf(watch: Watch, norms: Norms): Alarm[] {
  const alarms: Alarm[] = [];
  for (const [key, running] of Object.entries(watch)) {
    const norm = norms.slices.get(key);
    if (!norm) continue;
    let best: Alarm | null = null;
    for (const [alternative, excursion] of Object.entries(running)) {
      const { gain, sinceMs, of, declined } = excursion;
      if (gain < LEAST_GAIN || declined < FEWEST_DECLINES || gain <= (best?.gain ?? 0)) continue;
      if (gain < thresholdOf(norms, norm, kindOf(alternative))) continue;
      const { dimension, value } = norm;
      best = { dimension, value, sinceMs, of, declined, gain, code: codeOf(alternative) };
    }
    if (best) alarms.push(best);
  }
  return alarms.sort(byStrength);
}

const byStrength = (a: Alarm, b: Alarm) =>
  b.gain - a.gain ||
  INCIDENT_DIMENSIONS.indexOf(a.dimension) - INCIDENT_DIMENSIONS.indexOf(b.dimension);

/** Declined payments in a row after which an outage of the slice is found, if they have its usual codes. */
export function leastDeclines(norms: Norms, norm: Norm): number {
  const threshold = thresholdOf(norms, norm, "outage");
  const gain = gainOf(norm, "outage", { declined: true, code: null });
  return gain <= 0
    ? Number.POSITIVE_INFINITY
    : Math.max(FEWEST_DECLINES, Math.ceil(threshold / gain));
}
