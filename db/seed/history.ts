import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { PaymentOutcomeName, Sca } from "#lib/kernel/vocabulary/payments.ts";
import type { Random } from "./random.ts";
import {
  CARDS,
  type CardProfile,
  DECLINES,
  type DeclineProfile,
  FIRST_NAMES,
  LAST_NAMES,
  NOT_AUTHENTICATED,
  OUTAGE,
  PRICES,
  TROUBLED_ISSUER,
} from "./shop.ts";

/** The history of the demo merchant before it is written: plain facts, no database. */

export type Customer = {
  id: Id<"cus">;
  name: string;
  email: string;
  country: string;
  atMs: number;
  cards: Card[];
};
export type Card = CardProfile & { id: Id<"pm">; last4: string; expMonth: number; expYear: number };
export type Payment = {
  id: Id<"pay">;
  atMs: number;
  amount: bigint;
  currency: string;
  customer: Customer;
  card: Card;
  sca: Sca;
  exemption: string | null;
  outcome: PaymentOutcomeName;
  /** Why it failed, if it did. */
  decline: DeclineProfile | null;
  order: string;
  /** For a debit: the account. The card is then only the customer's usual one. */
  account?: { id: Id<"pm"> } | null;
  description?: string;
  /** The invoice that it paid or was meant to pay. */
  billing?: {
    subscriptionId: Id<"sub">;
    invoiceId: Id<"in">;
    mandateId: Id<"mdt">;
    byMerchant: boolean;
  };
};
export type Refund = {
  id: Id<"re">;
  atMs: number;
  payment: Payment;
  amount: bigint;
  reason: string;
  settled: boolean;
};
export type History = { customers: Customer[]; payments: Payment[]; refunds: Refund[] };

/** Twice what the home screen shows, so that it can compare. */
const DAYS = 56;
const CUSTOMERS = 220;
const PAYMENTS_PER_DAY = 74;
/** Monday first. */
const WEEKDAY = [0.92, 0.88, 0.95, 1, 1.14, 1.24, 1.08];
/** Local hours 0 to 23: quiet at night, lunch, and a long evening. */
const HOURS = [
  2, 1, 1, 1, 1, 2, 4, 8, 12, 15, 17, 19, 22, 20, 17, 16, 17, 20, 25, 30, 31, 25, 14, 6,
];
const CURRENCIES: ReadonlyArray<readonly [string, number]> = [
  ["EUR", 84],
  ["GBP", 11],
  ["SEK", 5],
];

/** Eight weeks up to `nowMs`, deterministic for the day. */
export function planHistory(random: Random, nowMs: number): History {
  const startMs = (Math.floor(nowMs / DAY_MS) - DAYS) * DAY_MS;
  const customers = Array.from({ length: CUSTOMERS }, (_, i) => planCustomer(random, startMs, i));
  const troubledTuesday = lastTuesdayBefore(nowMs - 3 * DAY_MS);
  const payments: Payment[] = [];
  for (let day = 0; day <= DAYS; day++) {
    const dayMs = startMs + day * DAY_MS;
    const growth = 0.85 + (0.4 * day) / DAYS;
    const weekday = WEEKDAY[(dateFromMs(dayMs).getUTCDay() + 6) % 7]!;
    const count = Math.round(PAYMENTS_PER_DAY * weekday * growth * (0.92 + random.next() * 0.16));
    for (let i = 0; i < count; i++) {
      const hour = random.weighted(HOURS.map((weight, index) => [index, weight] as const));
      // Local time is about an hour ahead of UTC in Berlin.
      const atMs = dayMs + (hour - 1) * HOUR_MS + random.int(0, HOUR_MS - 1);
      planAttempts(random, {
        atMs,
        nowMs,
        customers,
        outageDayMs: troubledTuesday,
        into: payments,
      });
    }
  }
  payments.sort((a, b) => a.atMs - b.atMs);
  return { customers, payments, refunds: planRefunds(random, payments, nowMs) };
}

function planCustomer(random: Random, startMs: number, index: number): Customer {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  const atMs = startMs - random.int(1, 200 * HOUR_MS);
  const cards = Array.from({ length: random.chance(0.15) ? 2 : 1 }, () => planCard(random, atMs));
  return {
    id: random.id("cus", atMs),
    name: `${first} ${last}`,
    email: `${first}.${last}${index}@mail.example`.toLowerCase(),
    country: cards[0]!.country,
    atMs,
    cards,
  };
}

function planCard(random: Random, atMs: number): Card {
  const profile = random.weighted(CARDS);
  return {
    ...profile,
    id: random.id("pm", atMs),
    last4: String(random.int(0, 9999)).padStart(4, "0"),
    expMonth: random.int(1, 12),
    expYear: dateFromMs(atMs).getUTCFullYear() + random.int(1, 4),
  };
}

type Moment = {
  atMs: number;
  nowMs: number;
  customers: Customer[];
  outageDayMs: number;
  into: Payment[];
};

/** One purchase: its first attempt, and possibly a retry after a soft decline. */
function planAttempts(random: Random, moment: Moment): void {
  const customer = random.pick(moment.customers);
  const card = random.pick(customer.cards);
  const items = random.weighted([
    [1, 60],
    [2, 28],
    [3, 12],
  ] as const);
  let amount = 0;
  for (let i = 0; i < items; i++) amount += random.pick(PRICES);
  const currency = random.weighted(CURRENCIES);
  const purchase = {
    customer,
    card,
    currency,
    amount: BigInt(currency === "SEK" ? amount * 11 : amount),
  };
  const order = `LH-${random.int(10000, 99999)}`;
  let atMs = moment.atMs;
  for (let attempt = 0; attempt < 3 && atMs < moment.nowMs; attempt++) {
    const refusal = planDecline(random, card, atMs, moment.outageDayMs, attempt);
    const lowValue = currency === "EUR" && amount <= 3000 && random.chance(0.5);
    const challenge = lowValue ? null : planChallenge(random);
    const outcome = challenge?.outcome ?? (refusal ? "declined" : "approved");
    const decline = challenge?.outcome ? challenge.decline : refusal;
    moment.into.push({
      ...purchase,
      id: random.id("pay", atMs),
      atMs,
      order,
      outcome,
      decline,
      sca: lowValue ? "exempted" : challenge ? "3ds2" : "frictionless",
      exemption: lowValue ? "low_value" : null,
    });
    if (!decline?.soft || !random.chance(0.4)) return;
    atMs += random.int(1, 40) * MINUTE_MS;
  }
}

/** One in six is challenged; some fail, and some abandon it. Null: no challenge. */
function planChallenge(random: Random) {
  if (!random.chance(0.17)) return null;
  const passed = { outcome: null, decline: null };
  const failed = { outcome: "authentication_failed" as const, decline: NOT_AUTHENTICATED };
  const abandoned = { outcome: "abandoned" as const, decline: null };
  return random.weighted<typeof passed | typeof failed | typeof abandoned>([
    [passed, 88],
    [failed, 5],
    [abandoned, 7],
  ]);
}

function planDecline(
  random: Random,
  card: Card,
  atMs: number,
  outageDayMs: number,
  attempt: number,
) {
  const sinceOutage = atMs - outageDayMs;
  const inOutage = sinceOutage > 9 * HOUR_MS && sinceOutage < 22 * HOUR_MS;
  if (inOutage && card.issuer === TROUBLED_ISSUER && random.chance(0.97)) return OUTAGE;
  const base = card.funding === "prepaid" ? 0.19 : 0.075;
  return random.chance(attempt === 0 ? base : 0.42) ? random.weighted(DECLINES) : null;
}

function planRefunds(random: Random, payments: Payment[], nowMs: number): Refund[] {
  const refunds: Refund[] = [];
  for (const payment of payments) {
    if (payment.outcome !== "approved" || !random.chance(0.045)) continue;
    const atMs = payment.atMs + random.int(6, 9 * 24) * HOUR_MS + random.int(0, HOUR_MS);
    if (atMs > nowMs) continue;
    const part = random.chance(0.3)
      ? (payment.amount * BigInt(random.int(20, 70))) / 100n
      : payment.amount;
    const reason = random.weighted([
      ["requested_by_customer", 88],
      ["duplicate", 9],
      ["fraudulent", 3],
    ]);
    refunds.push({
      id: random.id("re", atMs),
      atMs,
      payment,
      amount: part,
      reason,
      settled: atMs < nowMs - 8 * HOUR_MS,
    });
  }
  return refunds;
}

/** Midnight UTC of the last Tuesday that began before `ms`. */
function lastTuesdayBefore(ms: number): number {
  const day = Math.floor(ms / DAY_MS);
  // Day 0 of the epoch was a Thursday: Tuesdays are the days with remainder 5.
  return (day - ((day - 5 + 7 * 7) % 7)) * DAY_MS;
}
