import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { env } from "#lib/kernel/env.ts";
import { api } from "#test/api.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

async function tokenOf(key: string, number: string): Promise<string> {
  const card = { number, exp_month: 12, exp_year: 2034, cvc: "123" };
  const made = await api().call(key, "POST", "/v1/payment_methods", { type: "card", card });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

test("the demo checkout has the account's publishable key, and charges its order once per attempt", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { body: shop } = await visitor.get("/test/checkout");
  assert.equal(shop.key.value, merchant.keys.test.publishable);
  const sum = shop.lines.reduce(
    (all: number, line: { amount: string }) => all + Number(line.amount),
    0,
  );
  assert.deepEqual([shop.currency, shop.total], ["EUR", String(sum)]);

  const press = {
    paymentMethod: await tokenOf(shop.key.value, "4242424242424242"),
    attempt: randomUUID(),
  };
  const paid = await visitor.post("/test/checkout/payments", press);
  assert.deepEqual(
    [paid.status, paid.body.status, paid.body.amount],
    [201, "succeeded", shop.total],
  );
  assert.equal((await visitor.post("/test/checkout/payments", press)).body.id, paid.body.id);
  assert.deepEqual((await visitor.get(`/test/checkout/payments/${paid.body.id}`)).body, paid.body);
});

test("a decline has its reason and a challenge its redirect URL", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const pay = async (number: string) => {
    const paymentMethod = await tokenOf(merchant.keys.test.publishable, number);
    const params = { paymentMethod, attempt: randomUUID() };
    return (await visitor.post("/test/checkout/payments", params)).body;
  };
  const declined = await pay("4000000000009995");
  assert.deepEqual([declined.status, declined.declineCode], ["failed", "insufficient_funds"]);
  const waiting = await pay("4000000000003220");
  assert.equal(waiting.status, "requires_action");
  assert.ok(waiting.redirectUrl.startsWith(`${env.publicUrl}/3d-secure/`));
  assert.ok(waiting.expiresAt);
});

test("a payer pays in the currency of their country, by code, debit, wallet or bank", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const pay = async (country: string, params: object) => {
    const { body: shop } = await visitor.get(`/test/checkout?country=${country}`);
    const press = { country, attempt: randomUUID(), ...params };
    const paid = await visitor.post("/test/checkout/payments", press);
    assert.equal(paid.status, 201, JSON.stringify(paid.body));
    assert.deepEqual([paid.body.amount, paid.body.currency], [shop.total, shop.currency]);
    return paid.body;
  };
  const { publishable } = merchant.keys.test;
  const token = async (type: string, of: object) =>
    (await api().call(publishable, "POST", "/v1/payment_methods", { type, [type]: of })).body.id;

  const blik = await pay("PL", { method: "blik", blikCode: "777123" });
  assert.deepEqual([blik.currency, blik.amount], ["PLN", "40320"]);
  const refused = await pay("PL", { method: "blik", blikCode: "700051" });
  assert.deepEqual([refused.status, refused.declineCode], ["failed", "insufficient_funds"]);
  const bacs = await token("bacs_debit", { sort_code: "10-88-00", account_number: "00012345" });
  const debit = await pay("GB", { method: "bacs_debit", paymentMethod: bacs });
  assert.deepEqual([debit.status, debit.currency, debit.redirectUrl], ["processing", "GBP", null]);
  const sepa = await token("sepa_debit", { iban: "DE89370400440532013000" });
  assert.equal(
    (await pay("FR", { method: "sepa_debit", paymentMethod: sepa })).status,
    "processing",
  );
  const wallet = await token("apple_pay", { token: "test_ok" });
  assert.equal(
    (await pay("DE", { method: "apple_pay", paymentMethod: wallet })).status,
    "succeeded",
  );
  for (const method of ["sepa_instant", "bank_payment"]) {
    const sent = await pay("DE", { method });
    assert.equal(sent.status, "requires_action");
    assert.match(sent.redirectUrl, /^http/);
    assert.deepEqual((await visitor.get(`/test/checkout/payments/${sent.id}`)).body, sent);
  }
  for (const [country, offers] of [
    ["GB", true],
    ["PL", false],
  ] as const) {
    const { body } = await visitor.get(`/test/checkout?country=${country}`);
    assert.equal(body.takesBankPayments, offers);
  }
  assert.equal((await visitor.get("/test/checkout?country=nowhere")).status, 400);
  const abroad = { country: "US", method: "blik", blikCode: "777123", attempt: randomUUID() };
  const wrong = await visitor.post("/test/checkout/payments", abroad);
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, "currency"]);
});

test("the demo checkout refuses live mode, visitors without a session, and charges by read-only members", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const owner = await signedIn(merchant);
  assert.equal((await owner.get("/live/checkout")).status, 404);
  const token = await tokenOf(merchant.keys.test.publishable, "4242424242424242");
  const params = { paymentMethod: token, attempt: randomUUID() };
  const stranger = await signedIn(other);
  assert.equal((await stranger.post("/test/checkout/payments", params)).status, 404);
  await transact((tx) =>
    addMemberIn(tx, { accountId: merchant.account.id, userId: other.userId, role: "read_only" }),
  );
  await stranger.post("/session/account", { account: merchant.account.id });
  const refused = await stranger.post("/test/checkout/payments", params);
  assert.deepEqual([refused.status, refused.body.error.code], [403, "role_insufficient"]);
  const forged = { ...params, paymentMethod: "pm_test_4242424242424242" };
  assert.equal((await owner.post("/test/checkout/payments", forged)).status, 400);
  const revoked = await owner.get("/test/keys");
  for (const key of revoked.body.keys) await owner.post(`/test/keys/${key.id}/revoke`, {});
  assert.equal((await owner.get("/test/checkout")).body.key, null);
});
