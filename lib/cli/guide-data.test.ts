import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ibanFault } from "#lib/kernel/iban.ts";
import { api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";
import { buildGuideData } from "./guide-data.ts";

const committed = readFileSync(new URL("../api/guide-data.json", import.meta.url), "utf8");

test("the guides show the sandbox's tables (else: npm run openapi)", () => {
  assert.deepEqual(JSON.parse(committed), JSON.parse(JSON.stringify(buildGuideData())));
});

test("every account of the guide is valid input", () => {
  const { ibans, payoutIbans } = buildGuideData();
  for (const { iban } of [...ibans, ...payoutIbans]) assert.equal(ibanFault(iban), null, iban);
});

test("cards behave as the guide says when they are charged", async () => {
  const { keys } = await createMerchant();
  const client = api();
  const { cards } = buildGuideData();
  const named = cards.filter(({ does }) => does.startsWith("Declined") || does === "Succeeds.");
  for (const { number, does } of named) {
    const body = {
      amount: 1_000,
      currency: "EUR",
      method: "card",
      payment_method: `pm_test_${number}`,
    };
    const paid = await client.call(keys.test.secret, "POST", "/v1/payments", body);
    const said = /`(\w+)`/.exec(does)?.[1];
    if (said) assert.equal(paid.body.error.decline_code, said, number);
    else assert.equal(paid.body.status, "succeeded", number);
  }
});
