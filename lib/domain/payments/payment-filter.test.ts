import assert from "node:assert/strict";
import { test } from "node:test";
import { localeRules } from "#lib/kernel/locale-rules.ts";
import type { Locale } from "#lib/kernel/vocabulary/locales.ts";
import { readSearch } from "./payment-filter.ts";

test("an id in any letter case finds only its object", () => {
  assert.deepEqual(readSearch(" PAY_01KP0XW4T8 "), { paymentIdPrefix: "pay_01kp0xw4t8" });
  assert.deepEqual(readSearch("cus_01kp"), { customerId: "cus_01kp" });
  assert.deepEqual(readSearch("evt_01kp"), { eventId: "evt_01kp" });
  assert.deepEqual(readSearch("pay_%"), { text: "pay_%" });
});

test("an e-mail address finds its customer; any other text is searched as text", () => {
  assert.deepEqual(readSearch("ada@mail.example"), { email: "ada@mail.example" });
  assert.deepEqual(readSearch("ada at home"), { text: "ada at home" });
  assert.equal(readSearch("4".repeat(500)).text?.length, 200);
});

test("four digits can be a card's last four, an amount or text", () => {
  const terms = readSearch("•••• 4242");
  assert.equal(terms.last4, "4242");
  assert.equal(readSearch("4242").last4, "4242");
  assert.equal(readSearch("42421").last4, undefined);
  assert.equal(readSearch("4242").amounts?.length, 3);
});

test("an amount is read in the minor unit of each currency", () => {
  assert.deepEqual(readSearch("12.90 EUR").amounts, [{ amountMinor: 1_290n, only: ["EUR"] }]);
  assert.deepEqual(readSearch("eur 12,9").amounts, [{ amountMinor: 1_290n, only: ["EUR"] }]);
  assert.deepEqual(readSearch("1290 JPY").amounts, [{ amountMinor: 1_290n, only: ["JPY"] }]);
  assert.equal(readSearch("12.90 JPY").amounts, undefined);
  assert.equal(readSearch("12.90 XYZ").amounts, undefined);
  const [dinar, cents] = readSearch("12.90").amounts ?? [];
  assert.equal(dinar?.amountMinor, 12_900n);
  assert.ok(dinar?.only?.includes("BHD"));
  assert.equal(cents?.amountMinor, 1_290n);
  assert.ok(cents?.except?.includes("JPY"));
  assert.equal(readSearch("€49").amounts?.at(-1)?.amountMinor, 4_900n);
});

test("an amount is searched for in the account's format; one that can be two finds both", () => {
  const minors = (text: string, locale: Locale) =>
    readSearch(text, localeRules(locale)).amounts?.map(({ amountMinor }) => amountMinor);
  assert.deepEqual(minors("1.234,50 EUR", "de-DE"), [123_450n]);
  assert.deepEqual(minors("1,234.50 EUR", "en-GB"), [123_450n]);
  assert.deepEqual(minors("CHF 1’234.50", "de-CH"), [123_450n]);
  assert.deepEqual(minors("1,234 KWD", "en-GB"), [1_234_000n, 1_234n]);
  assert.deepEqual(minors("1.234 EUR", "de-DE"), [123_400n]);
  assert.equal(minors("1,23,4 EUR", "en-GB"), undefined);
});
