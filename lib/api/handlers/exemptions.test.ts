import assert from "node:assert/strict";
import { test } from "node:test";
import { RATES } from "#lib/domain/rates/index.ts";
import { currencyExponent } from "#lib/kernel/money.ts";
import { openTill } from "#test/money.ts";

/** The largest amount, in minor units, that is at most so many euros at the current rates. */
function largestWithin(euros: number, currency: string): number {
  const [whole = "", decimals = ""] = (RATES.perEuro[currency] ?? "").split(".");
  const minor = BigInt(whole + decimals) * 10n ** BigInt(currencyExponent(currency));
  return Number((BigInt(euros) * minor) / 10n ** BigInt(decimals.length));
}

const CASES: [exemption: string, euros: number, currencies: string[]][] = [
  ["low_value", 30, ["EUR", "GBP", "USD", "HUF", "JPY", "ISK", "KWD", "TND", "AED"]],
  ["transaction_risk_analysis", 500, ["EUR", "SEK", "JPY"]],
];

test("an exemption is accepted up to its limit in EUR and rejected one minor unit above it", async () => {
  const till = await openTill();
  const cases = CASES.flatMap(([exemption, euros, currencies]) =>
    currencies.map((currency) => ({ exemption, currency, amount: largestWithin(euros, currency) })),
  );
  for (const { exemption, currency, amount } of cases) {
    const ask = async (params: object) =>
      (await till.charge({ exemption, currency, ...params })).body;
    const within = await ask({ amount });
    const above = await ask({ amount: amount + 1 });
    assert.deepEqual(
      [within, above].map((payment) => [
        payment.status,
        payment.exemption,
        payment.exemption_outcome,
        payment.sca,
      ]),
      [
        ["succeeded", exemption, "accepted", "exempted"],
        ["succeeded", exemption, "rejected", "frictionless"],
      ],
      `${exemption} ${currency}`,
    );
  }
});

test("a decline keeps the rejection of an exemption above its limit", async () => {
  const till = await openTill();
  const params = {
    amount: 3_001,
    exemption: "low_value",
    payment_method: "pm_test_4000000000000002",
  };
  const { status, body } = await till.charge(params);
  const declined = await till.call("GET", `/v1/payments/${body.error.payment?.id}`);
  assert.deepEqual([status, declined.body.exemption_outcome], [402, "rejected"]);
});

test("a currency without a rate is refused for exemptions with a limit, and charged otherwise", async () => {
  const till = await openTill();
  for (const exemption of ["low_value", "transaction_risk_analysis"]) {
    const { status, body } = await till.charge({ currency: "CLF", exemption });
    assert.deepEqual(
      [status, body.error.code, body.error.param],
      [400, "parameter_invalid", "exemption"],
    );
    assert.match(body.error.message, /CLF/);
  }
  assert.deepEqual(await till.rows("select 1 from payments where account_id = $1"), []);
  for (const params of [{}, { exemption: "trusted_beneficiary" }]) {
    assert.equal((await till.charge({ currency: "CLF", ...params })).status, 201);
  }
});
