import assert from "node:assert/strict";
import { test } from "node:test";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { currencyExponent } from "#lib/kernel/money.ts";
import { convertMinor, RATES, toEuroCents } from "./index.ts";

/** The rate as an exact fraction: `minor` units of the currency for `cents` euro cents. */
function fractionOf(currency: string): { minor: bigint; cents: bigint } {
  const [whole = "", decimals = ""] = (RATES.perEuro[currency] ?? "").split(".");
  return {
    minor: BigInt(whole + decimals) * 10n ** BigInt(currencyExponent(currency)),
    cents: 100n * 10n ** BigInt(decimals.length),
  };
}

test("every rate is for an ISO 4217 currency, and the file has its source and date", () => {
  const codes = Object.keys(RATES.perEuro);
  assert.ok(codes.length > 150);
  assert.deepEqual(
    codes.filter((code) => !isCurrency(code)),
    [],
  );
  assert.match(RATES.date, /^\d{4}-\d\d-\d\d$/);
  assert.equal(RATES.package, "@fawazahmed0/currency-api");
});

test("euros convert to themselves", () => {
  for (const cents of [1n, 2_999n, 3_000n, 3_001n]) assert.equal(toEuroCents(cents, "EUR"), cents);
});

for (const limit of [2_999n, 3_000n, 3_001n]) {
  test(`in every currency the largest amount within ${limit} euro cents converts to at most ${limit}, and one minor unit more to above ${limit}`, () => {
    for (const currency of Object.keys(RATES.perEuro)) {
      const { minor, cents } = fractionOf(currency);
      const largest = (limit * minor) / cents;
      const within = toEuroCents(largest, currency);
      const above = toEuroCents(largest + 1n, currency);
      assert.ok(within !== null && within <= limit, `${largest} ${currency} is ${within}`);
      assert.ok(above !== null && above > limit, `${largest + 1n} ${currency} is ${above}`);
    }
  });
}

test("a currency without a rate, or a property name of Object, converts to null", () => {
  for (const code of ["CLF", "UYW", "XXX", "constructor"])
    assert.equal(toEuroCents(1n, code), null);
});

test("an amount is converted by both rates and rounded once; a currency without a rate is not converted", () => {
  assert.equal(convertMinor(12_345n, "EUR", "EUR"), 12_345n);
  const { minor, cents } = fractionOf("JPY");
  assert.equal(convertMinor(1_000_000n, "EUR", "JPY"), (2_000_000n * minor + cents) / (2n * cents));
  const yen = fractionOf("JPY");
  const dollars = fractionOf("USD");
  const exact = Number((1_000_000n * dollars.minor * yen.cents) / (dollars.cents * yen.minor));
  assert.ok(Math.abs(Number(convertMinor(1_000_000n, "JPY", "USD")) - exact) <= 1);
  assert.equal(convertMinor(0n, "GBP", "EUR"), 0n);
  assert.equal(convertMinor(100n, "XXX", "EUR"), null);
  assert.equal(convertMinor(100n, "EUR", "XXX"), null);
});
