import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { lockPlanShared } from "#lib/domain/plans/index.ts";
import { openBillingShop } from "#test/billing.ts";
import { someoneWaits } from "#test/watch-database.ts";

test("subscriptions to one plan are created while another transaction that reads the plan is open", {
  timeout: 20_000,
}, async () => {
  const shop = await openBillingShop();
  const plan = await shop.plan({ trial_days: 14 });
  const statuses = await transact(async (tx) => {
    await lockPlanShared(tx, shop.ctx.test, plan.id);
    const first = await shop.subscribe({ plan: plan.id, customer: await shop.customer() });
    const second = await shop.subscribe({ plan: plan.id, customer: await shop.customer() });
    return [first, second].map(({ body }) => body.status);
  });
  assert.deepEqual(statuses, ["trialing", "trialing"]);
});

test("a plan cannot change until the transaction that creates a subscription to it has ended", async () => {
  const shop = await openBillingShop();
  const plan = await shop.plan();
  let isChanged = false;
  const changing = await transact(async (tx) => {
    await lockPlanShared(tx, shop.ctx.test, plan.id);
    const change = shop
      .call("POST", `/v1/plans/${plan.id}`, { active: false })
      .finally(() => (isChanged = true));
    await someoneWaits();
    assert.equal(isChanged, false);
    return { change };
  });
  assert.equal((await changing.change).body.active, false);
});
