// Access to payments, payment methods and refunds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";

const client = api();

const CARD = { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" };
const CHARGE = { amount: 100, currency: "EUR", method: "card" };

async function setUp() {
  const till = await openTill();
  const { body: method } = await till.call("POST", "/v1/payment_methods", {
    type: "card",
    card: CARD,
  });
  const { body: payment } = await till.charge({ payment_method: method.id });
  const { body: refund } = await till.refund({ payment: payment.id, amount: 1 });
  const reads = [
    "/v1/payments",
    `/v1/payments/${payment.id}`,
    "/v1/refunds",
    `/v1/refunds/${refund.id}`,
    "/v1/payment_methods",
    `/v1/payment_methods/${method.id}`,
  ];
  const writes: [path: string, body: object][] = [
    ["/v1/payments", { ...CHARGE, payment_method: method.id }],
    ["/v1/refunds", { payment: payment.id, amount: 1 }],
    [`/v1/refunds/${refund.id}/cancel`, {}],
    [`/v1/payments/${payment.id}/capture`, {}],
    [`/v1/payments/${payment.id}/cancel`, {}],
  ];
  return { till, method, payment, refund, reads, writes };
}

test("without a key nothing can be read; a publishable key can only tokenise", async () => {
  const { till, reads, writes } = await setUp();
  const calls = [
    ...reads.map((path) => ["GET", path, undefined] as const),
    ...writes.map(([path, body]) => ["POST", path, body] as const),
  ];
  for (const [verb, path, body] of calls) {
    const anonymous = await client.call(null, verb, path, body);
    assert.deepEqual([anonymous.status, anonymous.body.error.code], [401, "key_missing"], path);
    const browser = await client.call(till.keys.test.publishable, verb, path, body);
    assert.deepEqual([browser.status, browser.body.error.code], [403, "key_scope"], path);
  }
});

test("another merchant and the other mode find nothing", async () => {
  const { till, payment, refund, method, reads, writes } = await setUp();
  const stranger = await createMerchant();
  for (const key of [stranger.keys.test.secret, till.keys.live.secret]) {
    for (const path of reads) {
      const { status, body } = await client.call(key, "GET", path);
      if (path.split("/").length === 3) assert.deepEqual([status, body.data], [200, []], path);
      else assert.deepEqual([status, body.error.code], [404, "resource_missing"], path);
    }
    for (const [noun, id] of [
      ["payments", payment.id],
      ["refunds", refund.id],
      ["payment_methods", method.id],
    ] as const) {
      const paged = await client.call(key, "GET", `/v1/${noun}?starting_after=${id}`);
      assert.deepEqual([paged.status, paged.body.error.param], [400, "starting_after"], noun);
    }
  }
  for (const [path, body] of writes) {
    const answer = await client.call(stranger.keys.test.secret, "POST", path, body);
    assert.deepEqual([answer.status, answer.body.error.code], [404, "resource_missing"], path);
  }
  const params = { ...CHARGE, payment_method: "pm_test_4242424242424242" };
  const { body: customer } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const theirs = await client.call(stranger.keys.test.secret, "POST", "/v1/payments", {
    ...params,
    customer: customer.id,
  });
  assert.deepEqual([theirs.status, theirs.body.error.param], [404, "customer"]);
});

test("live mode without an acquirer answers 502 with the cause; a test token gets 400 there", async () => {
  const { keys } = await createMerchant();
  const { secret, publishable } = keys.live;
  const card = { type: "card", card: CARD };
  const answers = [
    await client.call(secret, "POST", "/v1/payments", { ...CHARGE, payment_method: "pm_x" }),
    await client.call(publishable, "POST", "/v1/payment_methods", card),
  ];
  for (const { status, body } of answers) {
    assert.deepEqual([status, body.error.code], [502, "gateway_error"]);
    assert.match(body.error.message, /No acquirer is connected for live mode/);
  }
  const token = await client.call(secret, "POST", "/v1/payments", {
    ...CHARGE,
    payment_method: "pm_test_4242424242424242",
  });
  assert.deepEqual([token.status, token.body.error.param], [400, "payment_method"]);
});
