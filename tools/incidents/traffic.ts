import type { Decided } from "#lib/domain/incidents/types.ts";
import type { IncidentDimension } from "#lib/kernel/vocabulary/incidents.ts";

/** A random number in [0, 1), from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Random = () => number;

const gauss = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Decline codes with their shares in the declines of a usual day. */
const CODES = [
  ["insufficient_funds", 0.42],
  ["do_not_honor", 0.2],
  ["incorrect_cvc", 0.08],
  ["expired_card", 0.07],
  ["transaction_not_permitted", 0.06],
  ["suspected_fraud", 0.06],
  ["limit_exceeded", 0.05],
  ["issuer_unavailable", 0.03],
  ["lost_card", 0.02],
  ["processing_error", 0.01],
] as const;

export type Issuer = {
  name: string;
  country: string;
  bins: string[];
  method: string;
  /** Payments in an average hour. */
  perHour: number;
  /** The logit of its decline rate. */
  logit: number;
  /** Its decline codes, as cumulative shares. */
  codes: readonly (readonly [code: string, upTo: number])[];
};

/** Payments in an average hour of the issuers: one in five goes through the largest. */
const FLOWS = [20, 12, 10, 8, 6, 5, 4, 4, 3, 3, 2, 2, 2, 1.5, 1.5, 1, 1, 1, 0.5, 0.5] as const;
const COUNTRIES = ["DE", "DE", "AT", "FR", "DE", "NL", "GB", "PL"];

/** An account with 100 payments in an average hour: 20 issuers, and a method without cards. */
export function accountOf(random: Random, scale = 1): Issuer[] {
  const issuers = FLOWS.map((perHour, n) => ({
    name: `Bank ${n}`,
    country: COUNTRIES[n % COUNTRIES.length]!,
    bins: Array.from({ length: 1 + (n % 3) }, (_, i) => `${400_000 + 10 * n + i}`),
    method: "card",
    perHour: perHour * scale,
  }));
  const bank = { name: "", country: "", bins: [""], method: "sepa_debit", perHour: 12 * scale };
  return [...issuers, bank].map((issuer) => ({
    ...issuer,
    logit: Math.log(0.1 / 0.9) + 0.2 * gauss(random),
    codes: codesOf(random),
  }));
}

/** The usual codes, in other shares for each issuer. */
function codesOf(random: Random) {
  const weights = CODES.map(
    ([code, share]) => [code, share * Math.exp(0.4 * gauss(random))] as const,
  );
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  let upTo = 0;
  return weights.map(([code, weight]) => {
    upTo += weight / sum;
    return [code, upTo] as const;
  });
}

/** Payments in each hour of a day, and on each day of a week (from Monday), against the average. */
const DAY = [
  0.35, 0.25, 0.18, 0.15, 0.16, 0.25, 0.5, 0.8, 1.05, 1.2, 1.3, 1.35, 1.4, 1.3, 1.25, 1.2, 1.25,
  1.4, 1.6, 1.75, 1.75, 1.55, 1.1, 0.65,
];
const WEEK = [0.95, 0.95, 1, 1.05, 1.15, 1.05, 0.85];
const DAY_SUM = DAY.reduce((sum, one) => sum + one) / 24;

const factorOf = (hour: number) =>
  ((DAY[hour % 24] ?? 1) / DAY_SUM) * (WEEK[Math.floor(hour / 24) % 7] ?? 1);

/** More is declined at night and on weekends. */
const shiftOf = (hour: number) =>
  0.25 * Math.cos(((hour % 24) - 3) * (Math.PI / 12)) + (Math.floor(hour / 24) % 7 > 4 ? 0.1 : 0);

/** Rates differ from hour to hour by more than chance: for all issuers together and for each. */
const NOISE = 0.1;

export type Outage = { issuer: Issuer; perHour: number; declined: number; code: string | null };

const HOUR_MS = 3_600_000;

/** The payments of an hour (counted from a Monday at midnight), oldest first. */
export function hourOf(
  random: Random,
  issuers: readonly Issuer[],
  hour: number,
  outage: Outage | null = null,
): Decided[] {
  const common = shiftOf(hour) + NOISE * gauss(random);
  const payments: Decided[] = [];
  for (const issuer of issuers) {
    const own = outage?.issuer === issuer ? outage : null;
    const perHour = own?.perHour ?? issuer.perHour * factorOf(hour);
    const usual = 1 / (1 + Math.exp(-(issuer.logit + common + NOISE * gauss(random))));
    const risk = own?.declined ?? usual;
    for (let at = gap(random, perHour); at < 1; at += gap(random, perHour)) {
      payments.push(
        paymentOf(random, issuer, { atMs: (hour + at) * HOUR_MS, risk, code: own?.code ?? null }),
      );
    }
  }
  return payments.sort((a, b) => a.atMs - b.atMs);
}

const gap = (random: Random, perHour: number) => -Math.log(1 - random()) / perHour;

/** In an outage with a code, the share of declines that have it. */
const WITH_CODE = 0.9;

function paymentOf(
  random: Random,
  issuer: Issuer,
  { atMs, risk, code }: { atMs: number; risk: number; code: string | null },
): Decided {
  const declined = random() < risk;
  const { name, country, bins, method } = issuer;
  const bin = bins[Math.floor(random() * bins.length)]!;
  const values: Record<IncidentDimension, string> = {
    ...{ all: "", issuer: name, bin, issuer_country: country, method },
  };
  if (!declined) return { atMs, declined, code: null, values };
  const isOwn = code !== null && random() < WITH_CODE;
  const at = random();
  const usual = issuer.codes.find(([, upTo]) => at < upTo)?.[0] ?? "do_not_honor";
  return { atMs, declined, code: isOwn ? code : usual, values };
}
