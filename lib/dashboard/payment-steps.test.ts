import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { api } from "#test/api.ts";
import { signedIn } from "#test/dashboard.ts";
import { memberAs } from "#test/members.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

async function authorise(merchant: Merchant): Promise<string> {
  const answer = await api().call(merchant.keys.test.secret, "POST", "/v1/payments", {
    amount: 5_000,
    currency: "EUR",
    method: "card",
    payment_method: "pm_test_4242424242424242",
    capture: "manual",
  });
  assert.equal(answer.body.status, "requires_capture", answer.text);
  return answer.body.id;
}

test("support captures a part from the screen, once per attempt", async () => {
  const merchant = await createMerchant();
  const visitor = await memberAs(merchant, "support");
  const payment = await authorise(merchant);
  const path = `/test/payments/${payment}`;
  const tooMuch = await visitor.post(`${path}/capture`, { amount: "5001", attempt: randomUUID() });
  assert.deepEqual([tooMuch.status, tooMuch.body.error.param], [400, "amount"]);
  const press = { amount: "1200", attempt: randomUUID() };
  const done = await visitor.post(`${path}/capture`, press);
  assert.deepEqual([done.status, done.body.amountCaptured], [200, "1200"]);
  assert.deepEqual((await visitor.post(`${path}/capture`, press)).body, done.body);
  const shown = (await visitor.get(path)).body;
  assert.deepEqual([shown.apiStatus, shown.refundable, shown.step], ["succeeded", "1200", null]);
  const late = await visitor.post(`${path}/cancel`, { attempt: randomUUID() });
  assert.deepEqual([late.status, late.body.error.code], [409, "state_invalid"]);
});

test("support cancels from the screen; both need the role and our own origin", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const payment = await authorise(merchant);
  for (const verb of ["capture", "cancel"]) {
    const params = {
      attempt: randomUUID(),
      ...(verb === "capture" ? { amount: "100" } : {}),
    };
    const path = `/test/payments/${payment}/${verb}`;
    for (const role of ["read_only", "finance", "developer"] as const) {
      const refused = await (await memberAs(merchant, role)).post(path, params);
      assert.deepEqual([refused.status, refused.body.error.code], [403, "role_insufficient"]);
    }
    const owner = await signedIn(merchant);
    const forged = await owner.send("POST", path, params, { "x-paydesk-request": undefined });
    assert.deepEqual([forged.status, forged.body.error.code], [403, "origin_refused"]);
    assert.equal((await (await signedIn(other)).post(path, params)).status, 404);
    const elsewhere = await owner.post(`/live/payments/${payment}/${verb}`, params);
    assert.equal(elsewhere.status, 404);
    assert.equal((await owner.post(path, { attempt: "again" })).status, 400);
  }
  const visitor = await memberAs(merchant, "support");
  const done = await visitor.post(`/test/payments/${payment}/cancel`, { attempt: randomUUID() });
  assert.deepEqual([done.status, done.body.status], [200, "canceled"]);
});
