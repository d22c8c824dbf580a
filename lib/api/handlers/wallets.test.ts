// Wallets: a token of the payer's device becomes a payment method, and is charged like a card.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PaymentMethodWire } from "#lib/wire/contract/payment-methods.ts";
import { type AnyBody, api } from "#test/api.ts";
import { openTill, type Till } from "#test/money.ts";

type Failure = Pick<AnyBody, "error">;

const PATH = "/v1/payment_methods";
const CARD = { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" };

const tokenise = (till: Till, wallet: string, token: unknown) =>
  api().call<PaymentMethodWire & Failure>(till.keys.test.publishable, "POST", PATH, {
    type: wallet,
    [wallet]: { token },
  });

for (const wallet of ["apple_pay", "google_pay"] as const) {
  test(`${wallet}: test_ok pays, with the wallet's name and the card behind it`, async () => {
    const till = await openTill();
    const made = await tokenise(till, wallet, "test_ok");
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(
      [made.body.type, made.body.network_token, made.body.card?.last4],
      [wallet, true, "4242"],
    );
    assert.ok(!made.text.includes("test_ok"), "the wallet's token is not repeated");
    const read = await till.call("GET", `${PATH}/${made.body.id}`);
    assert.deepEqual(read.body, made.body);
    const { body: list } = await till.call("GET", `${PATH}?type=${wallet}`);
    assert.deepEqual(
      list.data.map(({ id }) => id),
      [made.body.id],
    );
    const paid = await till.charge({ method: wallet, payment_method: made.body.id });
    assert.deepEqual(
      [paid.status, paid.body.status, paid.body.method, paid.body.card?.last4],
      [201, "succeeded", wallet, "4242"],
    );
    assert.deepEqual(await till.eventsOf(paid.body.id), ["payment.succeeded"]);
    const expand = `/v1/payments/${paid.body.id}?expand[]=payment_method`;
    assert.deepEqual((await till.call("GET", expand)).body.payment_method, made.body);
    const held = await till.charge({
      method: wallet,
      payment_method: made.body.id,
      capture: "manual",
    });
    assert.equal(held.body.status, "requires_capture");
    assert.equal((await till.refund({ payment: paid.body.id })).body.status, "settled");
  });

  test(`${wallet}: test_declined is declined by the issuer; any other token names its parameter`, async () => {
    const till = await openTill();
    const made = await tokenise(till, wallet, "test_declined");
    const refused = await till.charge({ method: wallet, payment_method: made.body.id });
    assert.deepEqual([refused.status, refused.body.error.code], [402, "card_declined"]);
    for (const token of ["test_maybe", "constructor", "__proto__"]) {
      const unknown = await tokenise(till, wallet, token);
      assert.deepEqual([unknown.status, unknown.body.error.param], [400, `${wallet}[token]`]);
    }
    for (const token of ["", 7, undefined, null]) {
      const wrong = await tokenise(till, wallet, token);
      assert.deepEqual([wrong.status, wrong.body.error.code], [400, "parameter_invalid"]);
    }
  });
}

test("a method pays only under its own name, and its type takes only its own parameter", async () => {
  const till = await openTill();
  const { body: apple } = await tokenise(till, "apple_pay", "test_ok");
  for (const method of ["card", "google_pay"]) {
    const wrong = await till.charge({ method, payment_method: apple.id });
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, "payment_method"]);
  }
  const bare = await till.charge({ method: "apple_pay", payment_method: undefined });
  assert.deepEqual([bare.status, bare.body.error.param], [400, "payment_method"]);
  const cases: [body: object, param: string][] = [
    [{ type: "apple_pay" }, "apple_pay"],
    [{ type: "card" }, "card"],
    [{ type: "card", card: CARD, apple_pay: { token: "test_ok" } }, "apple_pay"],
    [{ type: "apple_pay", card: CARD, apple_pay: { token: "test_ok" } }, "card"],
    [{ type: "google_pay", apple_pay: { token: "test_ok" } }, "apple_pay"],
  ];
  for (const [body, param] of cases) {
    const wrong = await till.call("POST", PATH, body);
    assert.deepEqual(
      [wrong.status, wrong.body.error.code, wrong.body.error.param],
      [400, "parameter_invalid", param],
      JSON.stringify(body),
    );
  }
});

test("live mode has no wallets without an acquirer, and another merchant cannot use ours", async () => {
  const [till, stranger] = [await openTill(), await openTill()];
  const params = { type: "apple_pay", apple_pay: { token: "test_ok" } };
  const live = await api().call(till.keys.live.publishable, "POST", PATH, params);
  assert.deepEqual([live.status, live.body.error.code], [502, "gateway_error"]);
  const nobody = await api().call(null, "POST", PATH, params);
  assert.equal(nobody.status, 401);
  const { body: made } = await tokenise(till, "apple_pay", "test_ok");
  const theirs = await stranger.charge({ method: "apple_pay", payment_method: made.id });
  assert.deepEqual([theirs.status, theirs.body.error.param], [404, "payment_method"]);
});

test("one wallet token sent twice under one key creates one method", async () => {
  const till = await openTill();
  const params = { type: "google_pay", google_pay: { token: "test_ok" } };
  const key = { "Idempotency-Key": "wallet-1" };
  const first = await till.call("POST", PATH, params, key);
  const again = await till.call("POST", PATH, params, key);
  assert.deepEqual([first.status, again.status, again.text], [201, 200, first.text]);
});
