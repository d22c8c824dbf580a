import assert from "node:assert/strict";
import { test } from "node:test";
import { RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import { openBillingShop } from "#test/billing.ts";
import { disagreements } from "#test/books-agree.ts";
import { VISA } from "#test/money.ts";

test("a repeated call subscribes and charges once, and another body under its key is a conflict", async () => {
  const shop = await openBillingShop();
  const customer = await shop.customer();
  const headers = { "Idempotency-Key": "one subscription" };
  const [first, second] = await Promise.all([
    shop.subscribe({ customer }, headers),
    shop.subscribe({ customer }, headers),
  ]);
  // The other call arrived during the first, or after it.
  const statuses = [first.status, second.status].filter((status) => status !== 201);
  assert.ok(statuses.length === 1 && [200, 409].includes(statuses[0]!), `${statuses}`);
  const again = await shop.subscribe({ customer }, headers);
  assert.equal(again.status, 200);
  assert.equal((await shop.call("GET", "/v1/subscriptions")).body.data.length, 1);
  assert.equal((await shop.call("GET", "/v1/payments")).body.data.length, 1);
  const other = await shop.subscribe({ customer, quantity: 3 }, headers);
  assert.equal(other.body.error.code, "idempotency_conflict");
});

test("a repeated preview gets the stored response, even if the subscription has ended since", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe();
  const path = `/v1/subscriptions/${sub.id}`;
  const headers = { "Idempotency-Key": "one preview" };
  const first = await shop.call("POST", `${path}/preview`, { quantity: 3 }, headers);
  assert.equal((await shop.call("DELETE", path)).status, 200);
  const again = await shop.call("POST", `${path}/preview`, { quantity: 3 }, headers);
  assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text]);
  const other = await shop.call("POST", `${path}/preview`, { quantity: 4 }, headers);
  assert.equal(other.status, 409);
});

test("a repeat after the acquirer did not answer charges the new payment method now, once", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe({ payment_method: "pm_test_4000000000003220" });
  assert.equal(sub.status, "incomplete");
  const path = `/v1/subscriptions/${sub.id}`;
  const headers = { "Idempotency-Key": "another card" };
  const cancel = async () => {
    throw new RailUnavailableError("timed out after acting");
  };
  const putBack = useRail("test", { ...railFor("test"), cancel });
  try {
    const lost = await shop.call("POST", path, { payment_method: VISA }, headers);
    assert.equal(lost.status, 502);
  } finally {
    putBack();
  }
  const { status, body } = await shop.call("POST", path, { payment_method: VISA }, headers);
  assert.deepEqual([status, body.status], [200, "active"]);
  const payments = (await shop.call<{ data: { status: string }[] }>("GET", "/v1/payments")).body;
  assert.deepEqual(
    payments.data.map((one) => one.status),
    ["succeeded", "canceled"],
  );
  assert.deepEqual(await disagreements(shop.account.id), []);
});
