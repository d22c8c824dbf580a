import assert from "node:assert/strict";
import { test } from "node:test";
import { redact } from "#lib/kernel/log.ts";
import { MOST_KEPT, redactBody, redactPath, redactText } from "./redact-body.ts";

const kept = (body: object | string, isForm = false) =>
  redactBody(typeof body === "string" ? body : JSON.stringify(body), isForm).text ?? "";

test("a body without secrets is kept unchanged", () => {
  for (const text of [
    '{"amount":1290,"currency":"EUR","payment_method":"pm_01kcx3a7e9r5t8w2y4z6b0d1fg"}',
    '{"description":"Order 6735 & 100 %25","metadata":{"when":"2026-11-22T09:00:00Z"}}',
  ]) {
    assert.deepEqual(redactBody(text), { text, bytes: text.length, cut: false });
  }
  const form = "amount=1290&currency=EUR&metadata[order]=6735&description=a+b";
  assert.equal(kept(form, true), form);
});

test("card data, codes, tokens, keys and bank accounts are removed anywhere in a body", () => {
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
    cardCvc: { value: "7391" },
    number: "NDI0MjQyNDI0MjQyNDI0Mg==",
    client_secret: ["pay_1_secret_abc"],
    back: "https://a.example/?client_secret=pay_1_secret_abc",
  };
  const text = JSON.stringify(secrets).replace('"x"', '"\\u0034242424242424242"');
  const safe = kept(text);
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
    "NDI0",
    "_secret_abc",
  ]) {
    assert.ok(!safe.includes(trace), `${trace} is in ${safe}`);
  }
  const { payment_method, beneficiary } = JSON.parse(safe);
  assert.equal(payment_method, "pm_test_…4241");
  assert.deepEqual(beneficiary, { name: "Ada", iban: "…0000", account_number: "…6819" });
});

test("card numbers in duplicate names or exponents of JSON are not kept", () => {
  assert.equal(kept('{"a":"4242424242424242","a":"x"}'), '{"a":"x"}');
  assert.equal(kept('{"amount":4.242424242424242e15}'), '{"amount":"…4242"}');
});

test("a form is redacted in every encoding of its names and values", () => {
  const cards = [
    "card[number]=4242+4242+4242+4242&card[cvc]=7391",
    "card%5Bnumber%5D=4242%204242%204242%204242&card%5Bcvc%5D=%37%33%39%31",
    "card%255Bnumber%255D=%2534242424242424242&card%255Bcvc%255D=7391",
    "number=4242%2D4242%2D4242%2D4242&cvc=7391",
    "card.number=4242%E2%80%934242%E2%80%934242%E2%80%934242&card.cvc=7391",
    "description=4242%094242%094242%094242+cvc+7391",
    "description=%34%32%34%32%34%32%34%32%34%32%34%32%34%32%34%32+%zz",
  ];
  for (const form of cards) {
    const safe = kept(form, true);
    assert.doesNotMatch(decodeURIComponent(safe), /7391|4242\D+4242|42424242/, form);
  }
  const others =
    "iban=DE23+9999+9999+0000+0000+00&blik[code]=777123&password=hunter2&client_secret=abcdef";
  assert.equal(kept(others, true), "iban=…0000&blik[code]=…&password=…&client_secret=…");
});

test("a body that is too long or cannot be parsed is not kept", () => {
  const broken = '{"type":"card","card":{"number":"4242 4242 4242 4241","cvc":"7391"';
  assert.deepEqual(redactBody(broken), { text: null, bytes: broken.length, cut: true });
  const long = `{"card":{"number":"4242424242424242"},"a":"${"x".repeat(100_000)}"}`;
  assert.deepEqual(redactBody(long), { text: null, bytes: long.length, cut: true });
});

test("a token with a card number is redacted, whichever part is encoded and how often", () => {
  for (const prefix of ["", "pm_", "pm_test_"]) {
    for (const [sign, rest] of [
      ["%20", "16679750"],
      ["%2D", "16679750"],
      ["%31", "6679750"],
    ]) {
      let between = sign;
      for (let round = 0; round < 4; round++) {
        const number = `${prefix}35280028${between}${rest}`;
        for (const shown of [
          redactPath(`/v1/payment_methods/${number}`),
          redactPath(`/v1/payments?payment_method=${number}`),
          redactBody(JSON.stringify({ reference: number })).text ?? "",
        ]) {
          assert.doesNotMatch(shown, /3528|0028|1667|\d{5}/, `${number}: ${shown}`);
        }
        between = encodeURIComponent(between!);
      }
    }
  }
});

test("a number after the name of a secret keeps at most its last four digits, however it is grouped", () => {
  for (const name of ["key: ", "token=", "password = ", "client_secret:", "Bearer ", "pm_test_"]) {
    for (const number of ["3528 0028 1667 9750", "35280028 16679750", "3528-0028-1667-9750"]) {
      const shown = redactText(`the ${name}${number} of a payer`);
      assert.doesNotMatch(shown, /3528|0028|1667|\d{5}/, `${name}${number}: ${shown}`);
      assert.doesNotMatch(redact(`${name}${number}`), /3528|0028|1667|\d{5}/);
    }
  }
});

test("a body of exactly the maximum length is kept whole", () => {
  const text = JSON.stringify({ description: "x".repeat(MOST_KEPT - 18) });
  assert.deepEqual(redactBody(text), { text, bytes: MOST_KEPT, cut: false });
});

test("card numbers, codes, keys and passwords are removed from a path and its query", () => {
  assert.equal(redactPath("/v1/payments/4242424242424242"), "/v1/payments/…4242");
  assert.equal(redactPath("/v1/payments/4242%204242%204242%2042%34%32"), "/v1/payments/…4242");
  assert.equal(
    redactPath("/v1/x?a=4242%2D4242%2D4242%2D4242&cvc=7391&b=%36%36&client_secret=abc"),
    "/v1/x?a=…4242&cvc=…&b=66&client_secret=…",
  );
  const plain = "/v1/payments?customer=cus_1&created[gte]=2026-04-12T09:31:07Z&limit=3";
  assert.equal(redactPath(plain), plain);
  assert.doesNotMatch(redactPath("/v1/x?key=sk_live_abcdefghijklmnop"), /abcdef/);
});

test("of an address longer than 4,096 characters only the path is kept", () => {
  const parameters = `${"a=1&".repeat(2_000)}card=4242424242424242`;
  assert.equal(redactPath(`/v1/payments?${parameters}`), "/v1/payments?…");
  assert.equal(redactPath(`/v1/${"4242424242424242".repeat(300)}?a=1`), "…");
});

test("a JSON number with more digits than a number can hold is not kept", () => {
  const kept = redactBody(
    '{"a":6212184065899974030,"b":[-6212184065899974030],"c":9007199254740991}',
  );
  assert.equal(kept.text, '{"a":"…","b":["…"],"c":9007199254740991}');
});
