import assert from "node:assert/strict";
import { test } from "node:test";
import { accountText, countOf, payeeLabel, shortAccount } from "./labels.ts";
import { fieldOf, minorText } from "./payout-params.ts";

test("account numbers are shown in readable groups", () => {
  const british = { iban: null, accountNumber: "00012345", sortCode: "108800" };
  assert.equal(accountText(british), "10-88-00 · 00012345");
  assert.equal(shortAccount(british), "•• 2345");
  const german = { iban: "DE23999999990000000000", accountNumber: null, sortCode: null };
  assert.equal(accountText(german), "DE23 9999 9999 0000 0000 00");
  assert.equal(shortAccount(german), "DE •• 0000");
});

test("an unknown result is shown unchanged", () => {
  assert.equal(payeeLabel("odd").word, "odd");
  assert.deepEqual([countOf(1, "payout"), countOf(1_204, "payout")], ["1 payout", "1,204 payouts"]);
});

test("an entered amount becomes minor units or null, and an error finds its field", () => {
  assert.deepEqual(
    ["12.5", "0", "1000", "1000000000.00", "twelve"].map((text) => minorText(text, "EUR")),
    ["1250", null, "100000", null, null],
  );
  assert.deepEqual(["beneficiary[account_number]", "amount", "beneficiary[age]"].map(fieldOf), [
    "accountNumber",
    "amount",
    null,
  ]);
});
