import fc from "fast-check";
import { rollUp } from "#lib/domain/analytics/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Merchant } from "./merchant.ts";
import { outcomeRow } from "./report-rows.ts";

/** Random payments and ranges, for tests that compare figures with a plain recomputation. */

/** Around the end of summer time in Europe, 25 October 2026. */
export const FIRST = Date.parse("2026-09-20T00:00:00Z");
export const DAYS = 75;
const ZONES = ["UTC", "Europe/Berlin", "America/Vancouver", "Asia/Kolkata", "Australia/Lord_Howe"];

/** A small deterministic generator. Unlike fast-check's values, these rows need not shrink. */
export function* picks(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

export async function fill(
  merchant: Merchant,
  seed: number,
  payments: number,
): Promise<Id<"pay">[]> {
  const random = picks(seed);
  const pick = <T>(...choices: readonly T[]) => choices[random.next().value % choices.length]!;
  const times = Array.from({ length: payments }, () => {
    const ms = random.next().value % (DAYS * 86_400_000);
    return FIRST + pick(ms, ms - (ms % 900_000), ms - (ms % 3_600_000));
  }).sort((a, b) => a - b);
  const approved: Id<"pay">[] = [];
  for (const ms of times) {
    const outcome = pick(
      "approved",
      "approved",
      "declined",
      "declined",
      "authentication_failed",
      "abandoned",
    );
    const scheme = pick("visa", "mastercard", null);
    const id = await outcomeRow(merchant, outcome, {
      createdAt: new Date(ms),
      amount: pick(500n, 2_999n, 3_000n, 250_000n),
      currency: pick("EUR", "EUR", "GBP"),
      method: scheme ? "card" : pick("ideal", "bancontact"),
      cardBrand: scheme,
      cardIssuer: scheme && pick("Nordlicht Bank", "Donaubank"),
      cardCountry: scheme && pick("DE", "AT"),
      cardBin: scheme && pick("424242", "555555"),
      cardFunding: scheme && pick("credit", "debit"),
      cardFingerprint: scheme && pick("one", "two", "three"),
      sca: pick("frictionless", "3ds2", null),
      exemptionOutcome: pick("accepted", "rejected", null, null),
      declineCode: outcome === "declined" ? pick("do_not_honor", "lost_card", null) : null,
      adviceCode:
        outcome === "declined"
          ? pick("try_again_later", "do_not_try_again", "confirm_card_data")
          : null,
    });
    if (outcome === "approved") approved.push(id);
    if (random.next().value % 97 === 0) await rollUp();
  }
  return approved;
}

export const moment = fc
  .integer({ min: -86_400_000, max: (DAYS + 1) * 86_400_000 })
  .chain((ms) =>
    fc.constantFrom(ms, ms - (ms % 900_000), ms - (ms % 3_600_000), ms - (ms % 86_400_000)),
  )
  .map((ms) => new Date(FIRST + ms));
export const query = fc.record({
  ends: fc.tuple(moment, moment).map((ends) => ends.sort((a, b) => +a - +b)),
  zone: fc.constantFrom(...ZONES),
  currency: fc.constantFrom("EUR", "GBP"),
  interval: fc.constantFrom("hour" as const, "day" as const, "week" as const, "month" as const),
  hours: fc.option(fc.uniqueArray(fc.nat(23), { minLength: 1, maxLength: 6 }), { nil: undefined }),
});
export const toQuery = ({
  ends: [from, to],
  ...rest
}: ReturnType<typeof query.generate>["value"]) => ({
  ...rest,
  from: from!,
  to: to!,
  filters: {},
});

/** Filter values of several dimensions; a payment must match one value in each. Some are never made by `fill`. */
export const outcomeFilters = fc.record(
  {
    reason: fc.subarray(["do_not_honor", "lost_card", "unknown"], { minLength: 1 }),
    decline_kind: fc.subarray(["soft", "hard", "data"], { minLength: 1 }),
    method: fc.subarray(["card", "ideal", "bancontact"], { minLength: 1 }),
    scheme: fc.subarray(["visa", "mastercard", ""], { minLength: 1 }),
    issuer_country: fc.subarray(["DE", "AT", "", "FR"], { minLength: 1 }),
    issuer: fc.subarray(["Nordlicht Bank", "Donaubank", ""], { minLength: 1 }),
    bin: fc.subarray(["424242", "555555"], { minLength: 1 }),
    funding: fc.subarray(["credit", "debit"], { minLength: 1 }),
    sca: fc.subarray(["frictionless", "3ds2", ""], { minLength: 1 }),
    exemption_outcome: fc.subarray(["accepted", "rejected", ""], { minLength: 1 }),
    amount_band: fc.subarray(["0", "1000", "3000", "100000"], { minLength: 1 }),
  },
  { requiredKeys: [] },
);
