import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EEA } from "./fee-table.ts";
import { feesOf, type Priced, regionOf, shareOf } from "./fees-of.ts";

const VISA_CREDIT = { brand: "visa", bin: "424242", funding: "credit", country: "DE" };

function priced(params: Partial<Priced> = {}): Priced {
  return {
    method: "card",
    card: VISA_CREDIT,
    merchantCountry: "DE",
    amountMinor: 10_000n,
    currency: "EUR",
    ...params,
  };
}

test("interchange of consumer cards within the EEA is at most the cap of Regulation (EU) 2015/751", () => {
  const countries = [...EEA];
  fc.assert(
    fc.property(
      fc.constantFrom(...countries),
      fc.constantFrom(...countries),
      fc.constantFrom("credit", "debit", "prepaid"),
      fc.constantFrom("visa", "mastercard"),
      fc.bigInt({ min: 1n, max: 99_999_999n }),
      (issuer, acquirer, funding, brand, amountMinor) => {
        const card = { brand, bin: "424242", funding, country: issuer };
        const { interchange } = feesOf(priced({ card, merchantCountry: acquirer, amountMinor }));
        const cap = funding === "credit" ? 30n : 20n;
        // Rounded to the minor unit, half up.
        assert.ok(interchange * 10_000n <= amountMinor * cap + 5_000n);
      },
    ),
  );
});

test("each fee is exact to the minor unit", () => {
  const { pricing, ...fees } = feesOf(priced());
  assert.deepEqual(fees, { interchange: 30n, schemeFee: 6n, markup: 35n, commission: 0n });
  assert.deepEqual(pricing, {
    region: "domestic",
    cardProduct: "classic",
    consumerOrCommercial: "consumer",
    rateBp: 30,
    fixed: 0n,
  });
});

test("interchange is higher for cards from outside the EEA and for business cards", () => {
  const cost = (card: Partial<typeof VISA_CREDIT>) =>
    feesOf(priced({ card: { ...VISA_CREDIT, ...card } })).interchange;
  assert.ok(cost({ country: "AU" }) > cost({ country: "FR" }));
  assert.equal(cost({ country: "FR" }), cost({ country: "DE" }));
  assert.ok(cost({ bin: "222300" }) > cost({}));
});

test("schemes without interchange and methods other than cards cost one commission", () => {
  const amex = feesOf(priced({ card: { ...VISA_CREDIT, brand: "amex" } }));
  assert.deepEqual([amex.interchange, amex.commission, amex.pricing], [0n, 205n, null]);
  const ideal = feesOf(priced({ method: "ideal", card: null }));
  assert.deepEqual([ideal.commission, ideal.markup], [29n, 0n]);
});

test("fixed fees are in the minor unit of the currency", () => {
  assert.equal(feesOf(priced({ currency: "JPY", amountMinor: 100n })).markup, 17n);
  assert.equal(feesOf(priced({ currency: "HUF", amountMinor: 100n })).markup, 4_000n);
  assert.equal(feesOf(priced({ currency: "KWD", amountMinor: 100n })).markup, 0n);
});

test("halves are rounded up", () => {
  assert.deepEqual([shareOf(50n, 100), shareOf(49n, 100), shareOf(150n, 100)], [1n, 0n, 2n]);
});

test("the region follows from the countries of issuer and acquirer", () => {
  assert.deepEqual(
    [regionOf("GB", "GB"), regionOf("FR", "DE"), regionOf("FR", "GB"), regionOf("AU", "NZ")],
    ["domestic", "intra_eea", "international", "international"],
  );
});
