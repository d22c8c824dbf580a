// Methods where the payer approves at the bank or enters a code of the bank.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hostedApp } from "#lib/hosted/app.ts";
import { env } from "#lib/kernel/env.ts";
import type { PaymentWire } from "#lib/wire/contract/payments.ts";
import { api } from "#test/api.ts";
import { disagreements } from "#test/books-agree.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill, type Till } from "#test/money.ts";

const SHOP = "https://shop.example/thanks";
const REDIRECTS = [
  ["ideal", "EUR", "Polder Bank", 29n],
  ["bancontact", "EUR", "Banque de", 39n],
  ["eps", "EUR", "Donaubank", 46n],
  ["p24", "PLN", "Bank Wis", 138n],
  ["p24", "EUR", "Bank Wis", 55n],
  ["sepa_instant", "EUR", "Nordlicht Bank", 30n],
] as const;

async function sent(method: string, currency = "EUR", more: object = {}) {
  const till = await openTill();
  const params = { method, currency, payment_method: undefined, return_url: SHOP, ...more };
  const { status, body, text } = await till.charge(params);
  assert.equal(status, 201, text);
  const url = String(body.redirect_url);
  return {
    till,
    payment: body,
    url,
    read: async () => (await till.call<PaymentWire>("GET", `/v1/payments/${body.id}`)).body,
    open: () => hostedApp.request(url),
    answer: (value: string) =>
      hostedApp.request(url, {
        method: "POST",
        body: new URLSearchParams({ answer: value }),
        headers: { origin: env.publicUrl },
      }),
  };
}

const chargesOf = (till: Till) =>
  till.rows<{ type: string; fee: bigint }>(
    "select type, fee from balance_transactions where account_id = $1 order by id",
  );

for (const [method, currency, bank, fee] of REDIRECTS) {
  test(`${method} in ${currency}: a payment approved at the bank is booked with its fee and can be refunded`, async () => {
    const { till, payment, url, open, answer, read } = await sent(method, currency);
    assert.deepEqual(
      [payment.status, payment.next_action, payment.settles, payment.payment_method, payment.card],
      ["requires_action", "redirect", method, null, null],
    );
    assert.ok(url.startsWith(`${env.publicUrl}/bank/`));
    const page = await (await open()).text();
    assert.ok(page.includes(bank) && page.includes("Leave without answering"), page);
    const back = await answer("approve");
    assert.deepEqual(
      [back.status, back.headers.get("location")],
      [303, `${SHOP}?payment=${payment.id}`],
    );
    const done = await read();
    assert.deepEqual(
      [done.status, done.sca, done.redirect_url],
      ["succeeded", "not_required", null],
    );
    assert.deepEqual(await till.eventsOf(payment.id), [
      "payment.requires_action",
      "payment.succeeded",
    ]);
    assert.deepEqual(await chargesOf(till), [{ type: "charge", fee }]);
    assert.equal((await till.refund({ payment: payment.id })).body.status, "settled");
    assert.deepEqual(await disagreements(till.account.id), []);
  });
}

test("a payment fails if the payer declines at the bank, and expires if the payer leaves", async () => {
  const declined = await sent("ideal");
  await declined.answer("refuse");
  const failed = await declined.read();
  assert.deepEqual([failed.status, failed.decline?.code], ["failed", "declined_by_payer"]);
  assert.match(await (await declined.open()).text(), /Payment refused/);
  const left = await sent("bancontact");
  await left.till.call("POST", "/v1/test/clock/advance", { seconds: 3_600 });
  assert.equal((await left.read()).status, "canceled");
  assert.deepEqual(await left.till.eventsOf(left.payment.id), [
    "payment.requires_action",
    "payment.canceled",
  ]);
  assert.equal((await left.answer("approve")).status, 303);
  assert.equal((await left.read()).status, "canceled", "too late to approve");
});

test("only the first of two answers at the bank counts", async () => {
  const { answer, read, till, payment } = await sent("eps");
  await Promise.all([answer("approve"), answer("refuse"), answer("approve")]);
  const { status } = await read();
  assert.ok(status === "succeeded" || status === "failed");
  assert.equal((await till.eventsOf(payment.id)).length, 2);
});

test("BLIK: the code decides immediately", async () => {
  const till = await openTill();
  const blik = (code: unknown) =>
    till.charge({ method: "blik", currency: "PLN", payment_method: undefined, blik: { code } });
  const paid = await blik("777123");
  assert.deepEqual([paid.status, paid.body.status, paid.body.settles], [201, "succeeded", "blik"]);
  assert.ok(!paid.text.includes("777123"), "the code is not repeated");
  const cases = [
    ["700051", "insufficient_funds"],
    ["700000", "declined_by_payer"],
    ["123456", "invalid_blik_code"],
  ];
  for (const [code, reason] of cases) {
    const refused = await blik(code);
    assert.deepEqual([refused.status, refused.body.error.decline_code], [402, reason]);
  }
  const kept = "select rail_token from payments where account_id = $1 and rail_token is not null";
  assert.deepEqual(await till.rows(kept), [], "no code is kept after its outcome");
  for (const code of ["77712", "abcdef", 777_123, null]) {
    const wrong = await blik(code);
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, "blik[code]"]);
  }
  assert.equal((await till.refund({ payment: paid.body.id })).body.status, "settled");
});

test("an unsupported combination is refused by its parameter, currency first", async () => {
  const till = await openTill();
  const cases: [params: object, param: string][] = [
    [{ method: "ideal", currency: "GBP" }, "currency"],
    [{ method: "bacs_debit", currency: "EUR" }, "currency"],
    [{ method: "sepa_debit", currency: "PLN" }, "currency"],
    [{ method: "p24", currency: "CZK" }, "currency"],
    [{ method: "blik", currency: "PLN" }, "blik[code]"],
    [{ method: "ideal", payment_method: "pm_test_4242424242424242" }, "payment_method"],
    [{ method: "ideal", capture: "manual" }, "capture"],
    [{ method: "ideal", exemption: "low_value" }, "exemption"],
    [{ method: "ideal", blik: { code: "777123" } }, "blik"],
    [{ method: "ideal", mandate_data: {} }, "mandate_data"],
    [{ method: "sepa_debit" }, "payment_method"],
    [{ method: "ideal", customer: "cus_01kp0c5n7v3m8q2w4x6y9z1b5a" }, "customer"],
  ];
  for (const [params, param] of cases) {
    const { status, body } = await till.charge({ payment_method: undefined, ...params });
    assert.deepEqual([status < 500, body.error?.param], [true, param], JSON.stringify(params));
  }
  assert.deepEqual(await till.rows("select 1 from payments where account_id = $1"), []);
});

test("the available methods depend on the countries of payer and merchant", async () => {
  const offered = async (merchant: string, payer: string) => {
    const { keys } = await createMerchant({ country: merchant });
    const path = `/v1/payment_methods/available?country=${payer}`;
    const { body } = await api().call(keys.test.publishable, "GET", path);
    return (body.methods as { method: string }[]).map(({ method }) => method);
  };
  const cards = ["card", "apple_pay", "google_pay"];
  const sepa = ["sepa_debit", "sepa_instant"];
  assert.deepEqual(await offered("DE", "NL"), [...cards, "ideal", ...sepa]);
  assert.deepEqual(await offered("DE", "PL"), [...cards, "p24", "blik", ...sepa]);
  assert.deepEqual(await offered("DE", "GB"), [...cards, "bacs_debit", ...sepa]);
  assert.deepEqual(await offered("DE", "AU"), cards);
  assert.deepEqual(await offered("NZ", "NL"), cards);
  const { keys } = await createMerchant({ country: "AU" });
  const params = { amount: 1_000, currency: "EUR", method: "ideal" };
  const refused = await api().call(keys.test.secret, "POST", "/v1/payments", params);
  assert.deepEqual([refused.status, refused.body.error.param], [400, "method"]);
});

test("methods out of scope are unknown to payments and have no route", async () => {
  const till = await openTill();
  for (const method of ["ach", "ach_debit", "us_bank_account", "crypto", "bitcoin"]) {
    const { status, body } = await till.charge({ method, payment_method: undefined });
    assert.deepEqual([status, body.error?.param], [400, "method"], method);
  }
  for (const path of ["accounts", "account_links", "bills", "crypto_payments", "ach_debits"]) {
    assert.equal((await till.call("POST", `/v1/${path}`, {})).status, 404, path);
  }
});
