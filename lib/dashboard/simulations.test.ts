import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openBillingShop } from "#test/billing.ts";
import { disagreements } from "#test/books-agree.ts";
import { signedIn } from "#test/dashboard.ts";

async function openSandbox() {
  const shop = await openBillingShop();
  const visitor = await signedIn(shop);
  const simulate = (id: string, scenario: string, attempt = randomUUID()) =>
    visitor.post(`/test/simulations/${id}`, { scenario, attempt });
  return { shop, visitor, simulate };
}

test("a dispute, its evidence and its decision are simulated once each, only in the right state", async () => {
  const { shop, simulate } = await openSandbox();
  const { body: payment } = await shop.charge();
  const attempt = randomUUID();
  const first = await simulate(payment.id, "chargeback", attempt);
  assert.deepEqual([first.status, first.body], [200, { id: payment.id, status: "succeeded" }]);
  assert.deepEqual((await simulate(payment.id, "chargeback", attempt)).body, first.body);
  const dispute = (await shop.call("GET", "/v1/disputes")).body.data[0]!;
  const early = await simulate(dispute.id, "won");
  assert.deepEqual([early.status, early.body.error.code], [409, "state_invalid"]);
  const unknown = await simulate(dispute.id, "revoked");
  assert.deepEqual([unknown.status, unknown.body.error.param], [400, "scenario"]);
  const answer = { evidence: { uncategorized_text: "They signed for it." }, submit: true };
  await shop.call("POST", `/v1/disputes/${dispute.id}/evidence`, answer);
  assert.equal((await simulate(dispute.id, "won")).body.status, "won");
  assert.deepEqual(await shop.eventsOf(dispute.id), [
    "dispute.opened",
    "dispute.updated",
    "dispute.updated",
    "dispute.won",
  ]);
  const { body: other } = await shop.charge();
  await simulate(other.id, "chargeback");
  const open = (await shop.call("GET", "/v1/disputes")).body.data[0]!;
  assert.equal((await simulate(open.id, "deadline_passes")).body.status, "lost");
  assert.deepEqual(await disagreements(shop.account.id), []);
});

test("the end of a trial and the revocation of a mandate can be simulated", async () => {
  const { shop, simulate } = await openSandbox();
  const plan = await shop.plan({ trial_days: 14 });
  const { body: sub } = await shop.subscribe({ plan: plan.id });
  const ended = await simulate(sub.id, "trial_ends");
  assert.deepEqual([ended.status, ended.body.status], [200, "active"]);
  assert.equal((await simulate(String(sub.mandate), "revoked")).body.status, "revoked");
});

test("nothing is simulated in live mode, for another account, or by read-only members", async () => {
  const { shop, visitor } = await openSandbox();
  const { body: payment } = await shop.charge();
  const params = { scenario: "chargeback", attempt: randomUUID() };
  assert.equal((await visitor.post(`/live/simulations/${payment.id}`, params)).status, 404);
  const other = await openSandbox();
  assert.equal((await other.simulate(payment.id, "chargeback")).status, 404);
  assert.equal((await other.simulate("cus_none", "chargeback")).status, 404);
  assert.equal((await shop.call("GET", "/v1/disputes")).body.data.length, 0);
});
