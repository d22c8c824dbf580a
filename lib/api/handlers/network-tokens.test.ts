// `network_token` is true once the rail has reported a token, and not before.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerChallenge } from "#lib/domain/payments/index.ts";
import type { PaymentMethodWire } from "#lib/wire/contract/payment-methods.ts";
import { openBillingShop } from "#test/billing.ts";
import { openTill, type Till } from "#test/money.ts";

const PATH = "/v1/payment_methods";
const VISA = "4242424242424242";
const CHALLENGED = "4000000000003220";
const DECLINED = "4000000000000002";

const tokenise = async (till: Till, number: string, more: object = {}) => {
  const card = { number, exp_month: 12, exp_year: 2030, cvc: "123" };
  const params = { type: "card", card, ...more };
  return (await till.call<PaymentMethodWire>("POST", PATH, params)).body;
};
const hasToken = async (till: Till, id: string) =>
  (await till.call<PaymentMethodWire>("GET", `${PATH}/${id}`)).body.network_token;

async function storedCard(till: Till, number: string) {
  const { body: customer } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const method = await tokenise(till, number, { customer: customer.id });
  assert.equal(method.network_token, false);
  return method.id;
}

test("a stored card has a network token from its first approved payment on", async () => {
  const till = await openTill();
  const card = await storedCard(till, VISA);
  const other = await storedCard(till, VISA);
  for (let charges = 0; charges < 2; charges++) {
    assert.equal((await till.charge({ payment_method: card })).status, 201);
    assert.equal(await hasToken(till, card), true);
  }
  assert.equal(await hasToken(till, other), false);
});

test("an authorisation without capture creates the network token too", async () => {
  const till = await openTill();
  const card = await storedCard(till, VISA);
  await till.charge({ payment_method: card, capture: "manual" });
  assert.equal(await hasToken(till, card), true);
});

test("the first charge of a subscription creates the network token", async () => {
  const shop = await openBillingShop();
  const { id } = await tokenise(shop, VISA);
  assert.equal((await shop.subscribe({ payment_method: id })).body.status, "active");
  assert.equal(await hasToken(shop, id), true);
});

test("a stored card has no network token after a decline", async () => {
  const till = await openTill();
  const card = await storedCard(till, DECLINED);
  assert.equal((await till.charge({ payment_method: card })).status, 402);
  assert.equal(await hasToken(till, card), false);
});

test("a card charged without a customer gets no network token", async () => {
  const till = await openTill();
  const { id } = await tokenise(till, VISA);
  assert.equal((await till.charge({ payment_method: id })).status, 201);
  assert.equal(await hasToken(till, id), false);
});

test("a challenged card gets its network token when the payer confirms, and none when they refuse", async () => {
  const till = await openTill();
  for (const confirmed of [true, false]) {
    const card = await storedCard(till, CHALLENGED);
    const { body: payment } = await till.charge({ payment_method: card });
    assert.deepEqual([payment.status, await hasToken(till, card)], ["requires_action", false]);
    await answerChallenge(till.ctx.test, payment.id, confirmed);
    assert.equal(await hasToken(till, card), confirmed);
  }
});
