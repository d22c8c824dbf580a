import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { PaymentOutcomeName } from "../../schema/payments.ts";
import type { Random } from "../random.ts";
import {
  DECLINES,
  type DeclineProfile,
  NOT_AUTHENTICATED,
  OUTAGE,
  PRICES,
  TROUBLED_ISSUER,
} from "../shop.ts";
import { anyCard, type Card, METHODS, WITH_CARD } from "./market.ts";

/** What happens on one day at a large merchant: plain facts, no database. */

export type VolumePayment = {
  id: Id<"pay">;
  atMs: number;
  amount: bigint;
  currency: string;
  method: string;
  card: Card | null;
  outcome: PaymentOutcomeName;
  decline: DeclineProfile | null;
  sca: string | null;
  exemption: string | null;
  exemptionOutcome: string | null;
  refund: Later | null;
  dispute: Later | null;
};
type Later = { atMs: number; amount: bigint };

export type Setting = { nowMs: number; troubledDayMs: number };

/** Monday first. */
const WEEKDAY = [0.92, 0.88, 0.95, 1, 1.14, 1.24, 1.08];
/** Hours of UTC, 0 to 23: quiet at night, lunch, and the long evening. */
const HOURS = [
  1, 1, 1, 1, 2, 4, 8, 12, 15, 17, 19, 22, 20, 17, 16, 17, 20, 25, 30, 31, 25, 14, 6, 2,
].map((weight, hour) => [hour, weight] as const);
const CURRENCIES: ReadonlyArray<readonly [string, number]> = [
  ["EUR", 84],
  ["GBP", 11],
  ["SEK", 5],
];
const RETRIES = 0.4;
const RETRY_FAILS = 0.42;

/** How busy a day is beside others; `share` is how far into the history it lies, 0 to 1. */
export function weightOf(dayMs: number, share: number): number {
  // Day 0 of the epoch was a Thursday.
  const weekday = WEEKDAY[(Math.floor(dayMs / DAY_MS) + 3) % 7]!;
  return weekday * (0.85 + 0.4 * share);
}

/** So many payments of a day, with their retries (which may come after midnight), in no order. */
export function planDay(
  random: Random,
  dayMs: number,
  count: number,
  setting: Setting,
): VolumePayment[] {
  const payments: VolumePayment[] = [];
  while (payments.length < count) {
    const atMs = dayMs + random.weighted(HOURS) * HOUR_MS + random.int(0, HOUR_MS - 1);
    // Today has only so many hours yet.
    const isYet = atMs < setting.nowMs;
    const soFar = dayMs + Math.floor(random.next() * (setting.nowMs - dayMs));
    planPurchase(random, isYet ? atMs : soFar, setting, payments);
  }
  return payments.slice(0, count);
}

function planPurchase(
  random: Random,
  firstMs: number,
  setting: Setting,
  into: VolumePayment[],
): void {
  const method = random.weighted(METHODS);
  const card = WITH_CARD.has(method) ? anyCard(random) : null;
  const currency = card ? random.weighted(CURRENCIES) : "EUR";
  const price = random.pick(PRICES) * random.int(1, 3);
  const amount = BigInt(currency === "SEK" ? price * 11 : price);
  let atMs = firstMs;
  for (let attempt = 0; attempt < 3 && atMs < setting.nowMs; attempt++) {
    const judged = judge(random, { card, atMs, amount, currency, attempt }, setting);
    const later = judged.outcome === "approved" ? whatFollows(random, atMs, amount, setting) : NONE;
    into.push({
      id: random.id("pay", atMs),
      atMs,
      amount,
      currency,
      method,
      card,
      ...judged,
      ...later,
    });
    const mayTryAgain = judged.decline?.soft && judged.outcome === "declined";
    if (!mayTryAgain || !random.chance(RETRIES)) return;
    atMs += random.int(1, 40) * MINUTE_MS;
  }
}

type Attempt = {
  card: Card | null;
  atMs: number;
  amount: bigint;
  currency: string;
  attempt: number;
};
type Judged = Pick<VolumePayment, "outcome" | "decline" | "sca" | "exemption" | "exemptionOutcome">;

const PLAIN: Omit<Judged, "outcome" | "decline"> = {
  sca: null,
  exemption: null,
  exemptionOutcome: null,
};

function judge(random: Random, payment: Attempt, setting: Setting): Judged {
  const { card, amount, currency, attempt } = payment;
  if (!card) {
    const left = random.chance(0.06);
    return { ...PLAIN, outcome: left ? "abandoned" : "approved", decline: null };
  }
  const isLow = currency === "EUR" && amount <= 3_000n && random.chance(0.5);
  const isTrusted = !isLow && random.chance(0.08);
  const asked = isLow ? "low_value" : isTrusted ? "transaction_risk_analysis" : null;
  const isAccepted = asked !== null && random.chance(0.9);
  const isChallenged = !isAccepted && random.chance(0.2);
  const shown = {
    exemption: asked,
    exemptionOutcome: asked && (isAccepted ? "accepted" : "rejected"),
    sca: isAccepted ? "exempted" : isChallenged ? "3ds2" : "frictionless",
  };
  if (isChallenged && random.chance(0.06)) {
    return { ...shown, outcome: "authentication_failed", decline: NOT_AUTHENTICATED };
  }
  if (isChallenged && random.chance(0.07)) return { ...shown, outcome: "abandoned", decline: null };
  const decline = declineOf(random, card, payment.atMs, attempt, setting);
  return { ...shown, outcome: decline ? "declined" : "approved", decline };
}

function declineOf(
  random: Random,
  card: Card,
  atMs: number,
  attempt: number,
  { troubledDayMs }: Setting,
): DeclineProfile | null {
  const since = atMs - troubledDayMs;
  const inOutage = since > 12 * HOUR_MS && since < 19 * HOUR_MS;
  if (inOutage && card.issuer === TROUBLED_ISSUER && random.chance(0.85)) return OUTAGE;
  const chance = attempt === 0 ? card.refuses / 100 : RETRY_FAILS;
  return random.chance(chance) ? random.weighted(DECLINES) : null;
}

const NONE = { refund: null, dispute: null };

/** What becomes of some that were approved, days later: given back, or taken back by the bank. */
function whatFollows(random: Random, atMs: number, amount: bigint, { nowMs }: Setting) {
  if (random.chance(0.04)) {
    const refundMs = atMs + random.int(6, 9 * 24) * HOUR_MS;
    const part = random.chance(0.3) ? (amount * BigInt(random.int(20, 70))) / 100n : amount;
    return { refund: refundMs < nowMs ? { atMs: refundMs, amount: part } : null, dispute: null };
  }
  if (random.chance(0.0006)) {
    const disputeMs = atMs + random.int(10 * 24, 40 * 24) * HOUR_MS;
    return { refund: null, dispute: disputeMs < nowMs ? { atMs: disputeMs, amount } : null };
  }
  return NONE;
}

/** Midnight UTC of the last Tuesday that is over for three days. */
export function troubledTuesday(nowMs: number): number {
  const day = Math.floor((nowMs - 3 * DAY_MS) / DAY_MS);
  return (day - ((day - 5 + 7 * 7) % 7)) * DAY_MS;
}
