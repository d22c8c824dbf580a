import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_KEPT, redactBody, redactText } from "./redact-body.ts";

test("a body without secrets is kept as it came, to the byte", () => {
  for (const text of [
    '{ "amount":1290,  "currency":"EUR","payment_method":"pm_01kcx3a7e9r5t8w2y4z6b0d1fg" }',
    '{"description":"Order 6735","metadata":{"when":"2026-11-22T09:00:00Z"}}',
  ]) {
    assert.deepEqual(redactBody(text), { text, bytes: text.length, cut: false });
  }
  const form = "amount=1290&currency=EUR&metadata[order]=6735";
  assert.equal(redactBody(form, true).text, form);
});

test("card data, codes, tokens, keys and bank accounts are taken out wherever they stand", () => {
  const secrets = {
    card: { number: "4242424242424241", cvc: 7391, exp_year: 2031 },
    apple_pay: { token: "eyJ2ZXJzaW9uIjoiRUNfdjEifQ" },
    payment_method: "pm_test_4242424242424241",
    blik: { code: "777123" },
    beneficiary: { name: "Ada", iban: "DE23 9999 9999 0000 0000 00", account_number: "31926819" },
    file: "name,iban\nAda,DE23999999990000000000",
    note: "my key is sk_test_51Habcdefghijkl and my card 5555 5555 5555 4444",
    wide: "４２４２４２４２４２４２４２４２",
    escaped: "x",
  };
  const text = JSON.stringify(secrets).replace('"x"', '"\\u0034242424242424242"');
  const kept = redactBody(text).text;
  for (const trace of [
    "424242424242424",
    "7391",
    "eyJ2",
    "777123",
    "9999",
    "31926819",
    "51Habc",
    "5555 5555",
    "４２",
  ]) {
    assert.ok(!kept.includes(trace), `${trace} is in ${kept}`);
  }
  const { card, payment_method, beneficiary } = JSON.parse(kept);
  assert.deepEqual(card, { number: "…4241", cvc: "…", exp_year: 2031 });
  assert.equal(payment_method, "pm_test_…4241");
  assert.deepEqual(beneficiary, { name: "Ada", iban: "…0000", account_number: "…6819" });
});

test("a form loses the same, and keeps the rest as it was written", () => {
  const form = "type=card&card[number]=4242424242424242&card%5Bcvc%5D=7391&metadata[a]=b+c";
  const kept = redactBody(form, true).text;
  assert.equal(kept, "type=card&card[number]=…4242&card[cvc]=…&metadata[a]=b+c");
  assert.ok(!redactBody("a=%34242424242424242", true).text.includes("42424"));
});

test("what is no JSON, or too long to be read, loses every long figure and every named secret", () => {
  const broken = '{"type":"card","card":{"number":"4242 4242 4242 4241","cvc":"7391"';
  const kept = redactBody(broken).text;
  assert.equal(kept, '{"type":"card","card":{"number":"…4241","cvc":…');
  const long = `{"card":{"number":"4242424242424242","cvc":"7391"},"a":"${"x".repeat(100_000)}"}`;
  const cut = redactBody(long);
  assert.deepEqual([cut.text.length <= MOST_KEPT, cut.cut, cut.bytes], [true, true, long.length]);
  assert.doesNotMatch(cut.text, /424242424|7391/);
});

test("a body that is only long is cut, and says how long it was", () => {
  const text = JSON.stringify({ description: "é".repeat(20_000) });
  const { text: kept, bytes, cut } = redactBody(text);
  assert.deepEqual([kept.length, bytes, cut], [MOST_KEPT, 40_018, true]);
});

test("an address loses card numbers, keys and passwords", () => {
  assert.equal(redactText("/v1/payments/4242424242424242"), "/v1/payments/…4242");
  assert.equal(
    redactText("/v1/payments?customer=cus_1&limit=3"),
    "/v1/payments?customer=cus_1&limit=3",
  );
  assert.doesNotMatch(redactText("/v1/x?key=sk_live_abcdefghijklmnop"), /abcdef/);
});
