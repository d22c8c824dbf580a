import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { railFor, useRail } from "#lib/rails/index.ts";
import { api } from "#test/api.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { memberAs } from "#test/members.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";

async function charge(merchant: Merchant, amount = 5_000): Promise<string> {
  const answer = await api().call(merchant.keys.test.secret, "POST", "/v1/payments", {
    amount,
    currency: "EUR",
    method: "card",
    payment_method: "pm_test_4242424242424242",
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}

const refund = (visitor: DashboardVisitor, payment: string, params: object) =>
  visitor.post(`/test/payments/${payment}/refunds`, { attempt: randomUUID(), ...params });

test("support refunds a part and then the rest, and the payment's screen has both", async () => {
  const merchant = await createMerchant();
  const payment = await charge(merchant);
  const visitor = await memberAs(merchant, "support");
  const part = await refund(visitor, payment, { amount: "1200", reason: "duplicate" });
  assert.equal(part.status, 201, JSON.stringify(part.body));
  assert.equal(part.body.amount, "1200");
  assert.match(part.body.id, /^re_/);
  const page = (await visitor.get(`/test/payments/${payment}`)).body;
  assert.equal(page.refundable, "3800");
  assert.equal(page.status, "partially_refunded");
  assert.equal(page.refunds[0].reason, "duplicate");
  assert.ok(page.transfers.some((one: { kind: string }) => one.kind === "refund"));
  assert.ok(page.events.some((one: { objectId: string }) => one.objectId === part.body.id));

  const tooMuch = await refund(visitor, payment, { amount: "3801" });
  assert.equal(tooMuch.status, 400);
  assert.equal(tooMuch.body.error.param, "amount");
  assert.match(tooMuch.body.error.request_id, /^req_/);
  assert.equal((await refund(visitor, payment, { amount: "3800", reason: null })).status, 201);
  const after = (await visitor.get(`/test/payments/${payment}`)).body;
  assert.equal(after.status, "refunded");
  const seen = await visitor.get(`/test/refunds/${part.body.id}`);
  assert.equal(seen.body.payment.id, payment);
});

test("a refund is made once per attempt, also if the response was lost", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const payment = await charge(merchant);
  const press = { amount: "700", attempt: randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => refund(visitor, payment, press)),
  );
  const again = await refund(visitor, payment, press);
  const made = new Set([...answers, again].flatMap(({ body }) => body.id ?? []));
  assert.equal(made.size, 1, "one refund");
  assert.ok([200, 201].includes(again.status));
  for (const { status, body } of answers) {
    assert.ok(status < 300 || body.error.code === "idempotency_in_progress", `${status}`);
  }
  assert.equal((await visitor.get(`/test/payments/${payment}`)).body.refundable, "4300");

  const lost = { amount: "300", attempt: randomUUID() };
  const back = useRail("test", {
    ...railFor("test"),
    refund: async () => {
      throw new Error("the line is cut");
    },
  });
  const unknown = await refund(visitor, payment, lost).finally(back);
  assert.equal(unknown.status, 502);
  assert.ok(!JSON.stringify(unknown.body).includes("line is cut"));
  assert.equal((await refund(visitor, payment, lost)).status, 201);
  assert.equal((await visitor.get(`/test/payments/${payment}`)).body.refundable, "4000");
});

test("a refund needs the role, our own origin and a payment of the account", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const payment = await charge(merchant);
  const owner = await signedIn(merchant);
  const path = `/test/payments/${payment}/refunds`;
  const params = { amount: "100", attempt: randomUUID() };
  for (const role of ["read_only", "finance", "developer"] as const) {
    const refused = await refund(await memberAs(merchant, role), payment, { amount: "100" });
    assert.equal(refused.status, 403, role);
    assert.equal(refused.body.error.code, "role_insufficient");
  }
  const forged = await owner.send("POST", path, params, { "x-paydesk-request": undefined });
  assert.equal(forged.status, 403);
  assert.equal(forged.body.error.code, "origin_refused");
  assert.equal((await refund(await signedIn(other), payment, { amount: "100" })).status, 404);
  assert.equal((await owner.post(`/live/payments/${payment}/refunds`, params)).status, 502);
  for (const wrong of [
    { amount: "0" },
    { amount: "-1" },
    { amount: 100 },
    { amount: "1.5" },
    {},
    { amount: "1", reason: "because" },
    { amount: "1", attempt: "again" },
  ]) {
    assert.equal((await refund(owner, payment, wrong)).status, 400, JSON.stringify(wrong));
  }
  assert.equal((await owner.get(`/test/payments/${payment}`)).body.refundable, "5000");
});

test("an object's JSON equals the API's in the pinned version", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const payment = await charge(merchant);
  const made = await refund(visitor, payment, { amount: "100" });
  const cases = [
    [`/payments/${payment}`, `/v1/payments/${payment}`],
    [`/refunds/${made.body.id}`, `/v1/refunds/${made.body.id}`],
  ];
  for (const [internal = "", path = ""] of cases) {
    const shown = await visitor.get(`/test${internal}/json`);
    const answered = await api().call(merchant.keys.test.secret, "GET", path);
    assert.equal(shown.body.version, answered.headers.get("service-version"));
    assert.deepEqual(shown.body.object, answered.body);
    assert.equal((await visitor.get(`/live${internal}/json`)).status, 404);
  }
});
