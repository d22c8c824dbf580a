import assert from "node:assert/strict";
import { test } from "node:test";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { type AnyBody, api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";

const client = api();
const CHARGE = { amount: 1000, currency: "EUR", method: "card" };
const RETURN = "https://shop.example/back";

async function setUp() {
  const { keys } = await createMerchant();
  return (body: object, version: string, key?: string) =>
    client.call<AnyBody>(keys.test.secret, "POST", "/v1/payments", body, {
      "Service-Version": version,
      ...(key ? { "Idempotency-Key": key } : {}),
    });
}

test("a caller of the first version writes and reads its own field names", async () => {
  const post = await setUp();
  const charge = { ...CHARGE, payment_method: "pm_test_4242424242424242" };
  const old = await post({ ...charge, redirect: { return_url: RETURN } }, "2025-04-01");
  assert.equal(old.status, 201);
  assert.deepEqual(old.body.redirect, { url: null, return_url: RETURN });
  assert.equal(old.body.decline_code, null);
  assert.ok(!("return_url" in old.body) && !("decline" in old.body));
  const middle = await post({ ...charge, return_url: RETURN }, "2025-10-01");
  assert.deepEqual([middle.body.return_url, middle.body.redirect_url], [RETURN, null]);
  assert.ok("decline_code" in middle.body);
});

test("a refused parameter has its name in the caller's version", async () => {
  const post = await setUp();
  const charge = { ...CHARGE, payment_method: "pm_test_4242424242424242" };
  for (const [body, version, param] of [
    [{ redirect: { return_url: "nowhere" } }, "2025-04-01", "redirect[return_url]"],
    [{ return_url: RETURN }, "2025-04-01", "return_url"],
    [{ redirect: { return_url: RETURN } }, "2025-10-01", "redirect"],
    [{ return_url: "nowhere" }, NEWEST_VERSION, "return_url"],
  ] as const) {
    const answer = await post({ ...charge, ...body }, version);
    assert.deepEqual([answer.status, answer.body.error.param], [400, param], version);
  }
});

test("capture is a boolean in the first version, in JSON and in forms", async () => {
  const post = await setUp();
  const charge = { ...CHARGE, payment_method: "pm_test_4242424242424242" };
  const held = await post({ ...charge, capture: false }, "2025-04-01");
  assert.deepEqual(
    [held.status, held.body.status, held.body.capture],
    [201, "requires_capture", false],
  );
  const taken = await post({ ...charge, capture: true }, "2025-04-01");
  assert.deepEqual([taken.body.status, taken.body.capture], ["succeeded", true]);
  const { keys } = await createMerchant();
  const form = new URLSearchParams({ ...charge, amount: "1000", capture: "false" });
  const asForm = await client.call<AnyBody>(keys.test.secret, "POST", "/v1/payments", form, {
    "Service-Version": "2025-04-01",
  });
  assert.deepEqual([asForm.status, asForm.body.capture], [201, false]);
  for (const [capture, version] of [
    ["manual", "2025-04-01"],
    ["false", "2025-04-01"],
    [false, "2025-10-01"],
  ] as const) {
    const refused = await post({ ...charge, capture }, version);
    assert.deepEqual([refused.status, refused.body.error.param], [400, "capture"], version);
  }
});

test("the payment inside a decline is in the caller's version", async () => {
  const post = await setUp();
  const charge = { ...CHARGE, payment_method: "pm_test_4000000000009995" };
  const old = await post(charge, "2025-10-01");
  assert.equal(old.status, 402);
  assert.equal(old.body.error.decline_code, "insufficient_funds");
  assert.equal(old.body.error.payment?.decline_code, "insufficient_funds");
  const newest = await post(charge, NEWEST_VERSION);
  const decline = newest.body.error.payment?.decline as { code: string };
  assert.equal(decline.code, "insufficient_funds");
});

test("the same parameters in two versions are the same body to an idempotency key", async () => {
  const post = await setUp();
  const charge = { ...CHARGE, payment_method: "pm_test_4242424242424242" };
  const old = await post({ ...charge, redirect: { return_url: RETURN } }, "2025-04-01", "k");
  const newest = await post({ ...charge, return_url: RETURN }, NEWEST_VERSION, "k");
  assert.equal(newest.text, old.text);
  assert.equal(newest.headers.get("Service-Idempotent-Replay"), "true");
  assert.equal(newest.headers.get("Service-Version"), "2025-04-01");
});
