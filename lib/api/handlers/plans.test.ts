import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanWire } from "#lib/wire/contract/plans.ts";
import { api } from "#test/api.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";

const TEAM = { name: "Team", amount: 1_900, currency: "EUR", interval: "month" };

test("a plan is created, read, listed and changed, except for what subscribers agreed to", async () => {
  const till = await openTill();
  const params = { ...TEAM, interval_count: 3, trial_days: 14, metadata: { tier: "2" } };
  const { status, body: plan } = await till.call<PlanWire>("POST", "/v1/plans", params);
  assert.equal(status, 201);
  const { id, created, ...rest } = plan;
  assert.match(id, /^plan_[0-9a-z]{24}$/);
  assert.deepEqual(rest, { object: "plan", livemode: false, active: true, ...params });
  assert.ok(created);
  assert.deepEqual((await till.call("GET", `/v1/plans/${id}`)).body, plan);
  const changes = { name: "Crew", trial_days: 0, active: false, metadata: { tier: "" } };
  const changed = await till.call<PlanWire>("POST", `/v1/plans/${id}`, changes);
  assert.deepEqual([changed.status, changed.body], [200, { ...plan, ...changes, metadata: {} }]);
  const refused = await till.call("POST", `/v1/plans/${id}`, { amount: 1 });
  assert.deepEqual([refused.status, refused.body.error.param], [400, "amount"]);
});

test("plans are listed newest first, and can be filtered by active and currency", async () => {
  const till = await openTill();
  const make = async (params: object) =>
    (await till.call<PlanWire>("POST", "/v1/plans", { ...TEAM, ...params })).body.id;
  const [first, retired, pounds] = [
    await make({}),
    await make({ active: false }),
    await make({ currency: "GBP" }),
  ];
  const listed = async (query: string) =>
    (await till.call("GET", `/v1/plans?${query}`)).body.data.map(({ id }) => id);
  assert.deepEqual(await listed(""), [pounds, retired, first]);
  assert.deepEqual(await listed("active=true"), [pounds, first]);
  assert.deepEqual(await listed("currency=EUR"), [retired, first]);
  assert.deepEqual(await listed(`limit=1&starting_after=${pounds}`), [retired]);
  const strange = await till.call("GET", "/v1/plans?starting_after=plan_nobody");
  assert.deepEqual([strange.status, strange.body.error.param], [400, "starting_after"]);
});

test("an invalid plan is refused by its parameter", async () => {
  const till = await openTill();
  for (const [params, param] of [
    [{ amount: 0 }, "amount"],
    [{ currency: "EURO" }, "currency"],
    [{ interval: "fortnight" }, "interval"],
    [{ interval_count: 0 }, "interval_count"],
    [{ interval: "year", interval_count: 4 }, "interval_count"],
    [{ trial_days: -1 }, "trial_days"],
    [{ name: "" }, "name"],
  ] as const) {
    const { status, body } = await till.call("POST", "/v1/plans", { ...TEAM, ...params });
    assert.deepEqual([status, body.error.param], [400, param]);
  }
});

test("a plan belongs to one merchant and mode, needs a key, and is created once per idempotency key", async () => {
  const till = await openTill();
  const headers = { "Idempotency-Key": "one plan" };
  const made = await till.call<PlanWire>("POST", "/v1/plans", TEAM, headers);
  const again = await till.call<PlanWire>("POST", "/v1/plans", TEAM, headers);
  assert.deepEqual([again.status, again.text], [200, made.text]);
  assert.equal(again.headers.get("Service-Idempotent-Replay"), "true");
  const path = `/v1/plans/${made.body.id}`;
  const neighbour = await createMerchant();
  const client = api();
  for (const key of [neighbour.keys.test.secret, till.keys.live.secret]) {
    assert.equal((await client.call(key, "GET", path)).status, 404);
    assert.equal((await client.call(key, "POST", path, { name: "Mine" })).status, 404);
  }
  assert.equal((await client.call(null, "GET", path)).status, 401);
  assert.equal((await client.call(till.keys.test.publishable, "GET", path)).status, 403);
});
