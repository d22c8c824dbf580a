import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openBillingShop } from "#test/billing.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";

const TEAM = {
  name: "Team",
  amount: "19.00",
  currency: "EUR",
  interval: "month",
  intervalCount: 1,
  trialDays: 0,
};

async function setUp() {
  const shop = await openBillingShop();
  const visitor = await signedIn(shop);
  const plan = await visitor.post("/test/plans", { ...TEAM, attempt: randomUUID() });
  assert.equal(plan.status, 201);
  const customer = await shop.customer();
  const subscribe = (params: object = {}) =>
    visitor.post("/test/subscriptions", {
      attempt: randomUUID(),
      customer,
      plan: plan.body.id,
      quantity: 2,
      trialDays: null,
      finalAction: "cancel",
      method: { testCard: "works" },
      ...params,
    });
  const step = (id: string, verb: string, body: object) =>
    visitor.post(`/test/subscriptions/${id}/${verb}`, { attempt: randomUUID(), ...body });
  return { shop, visitor, plan: plan.body, customer, subscribe, step };
}

test("a plan is created, listed with its subscriptions, retired and offered again", async () => {
  const { visitor, plan, subscribe } = await setUp();
  await subscribe();
  const { body: list } = await visitor.get("/test/plans");
  assert.deepEqual([list.total, list.plans[0].amount, list.plans[0].subscribers], [1, "1900", 1]);
  const wrong = { ...TEAM, amount: "19.999", attempt: randomUUID() };
  const refused = await visitor.post("/test/plans", wrong);
  assert.deepEqual([refused.status, refused.body.error.param], [400, "amount"]);
  for (const active of [false, true]) {
    const changed = await visitor.post(`/test/plans/${plan.id}`, { attempt: randomUUID(), active });
    assert.deepEqual([changed.status, changed.body.active], [200, active]);
  }
  assert.equal((await visitor.get("/test/plans?state=retired")).body.total, 0);
});

test("a subscription is created once per attempt, and its screen shows invoices, attempts and events", async () => {
  const { visitor, customer, subscribe } = await setUp();
  const attempt = randomUUID();
  const [made, again] = [await subscribe({ attempt }), await subscribe({ attempt })];
  assert.equal(made.status, 201);
  assert.deepEqual(again.body, made.body);
  const { body: list } = await visitor.get("/test/subscriptions?status=active&q=payer@shop");
  assert.deepEqual([list.total, list.subscriptions[0].amount], [1, "3800"]);
  const { body: page } = await visitor.get(`/test/subscriptions/${made.body.id}`);
  assert.deepEqual([page.invoices.length, page.attempts[0].status], [1, "succeeded"]);
  assert.ok(page.events.some(({ type }: { type: string }) => type === "invoice.paid"));
  assert.match(page.mandateId, /^mdt_/);
  const invoice = await visitor.get(`/test/invoices/${page.invoices[0].id}`);
  assert.equal(invoice.body.id, page.invoices[0].id);
  assert.equal(invoice.body.createdAt, page.invoices[0].createdAt);
  assert.deepEqual([invoice.body.status, invoice.body.lines.length], ["paid", 1]);
  assert.equal((await visitor.get("/test/invoices?status=paid&q=inv-000001")).body.total, 1);
  const { body: who } = await visitor.get(`/test/customers/${customer}`);
  assert.equal(who.subscriptionsTotal, 1);
  const { body: json } = await visitor.get(`/test/subscriptions/${made.body.id}/json`);
  assert.equal(json.object.id, made.body.id);
});

test("a change is previewed to the cent, and confirming it invoices exactly that", async () => {
  const { shop, visitor, subscribe, step } = await setUp();
  const { id } = (await subscribe()).body;
  await shop.advance(10);
  const params = { quantity: 5, behavior: "always_invoice" };
  const { body: preview } = await visitor.post(`/test/subscriptions/${id}/preview`, params);
  const done = await step(id, "plan", { ...params, prorationDate: preview.prorationDate });
  assert.equal(done.status, 200);
  const { body: page } = await visitor.get(`/test/subscriptions/${id}`);
  assert.deepEqual([page.quantity, page.invoices[0].amountDue], [5, preview.now.amountDue]);
});

test("dunning shows its schedule, and another card recovers the invoice", async () => {
  const { shop, visitor, subscribe, step } = await setUp();
  const { id } = (await subscribe({ method: { testCard: "works_once" } })).body;
  await shop.advance(32.5);
  const { body: page } = await visitor.get(`/test/subscriptions/${id}`);
  assert.equal(page.status, "past_due");
  assert.deepEqual(
    page.dunning.days.map(({ day }: { day: number }) => day),
    [1, 3, 5, 7],
  );
  const recovered = await step(id, "method", { method: { testCard: "works" } });
  assert.deepEqual([recovered.status, recovered.body.status], [200, "active"]);
  assert.equal((await visitor.get(`/test/subscriptions/${id}`)).body.dunning, null);
});

test("the plan and customer that filter subscriptions are named, if they belong to the merchant", async () => {
  const { visitor, plan, customer, subscribe } = await setUp();
  await subscribe();
  const named = async (who: typeof visitor, query: string) =>
    (await who.get(`/test/subscriptions?${query}`)).body.names;
  assert.deepEqual(await named(visitor, ""), {});
  const both = await named(visitor, `plan=${plan.id}&customer=${customer}`);
  assert.deepEqual(both, { [plan.id]: "Team", [customer]: "payer@shop.example" });
  assert.deepEqual(await named(visitor, "plan=plan_none"), {});
  const stranger = await signedIn(await createMerchant());
  assert.deepEqual(await named(stranger, `plan=${plan.id}`), {});
});

test("a subscription is cancelled at the end of its period, resumed, and cancelled immediately", async () => {
  const { visitor, subscribe, step } = await setUp();
  const { id } = (await subscribe()).body;
  for (const [when, expected] of [
    ["period_end", true],
    ["never", false],
  ] as const) {
    await step(id, "cancel", { when });
    const { body } = await visitor.get(`/test/subscriptions/${id}`);
    assert.deepEqual([body.status, body.cancelAtPeriodEnd], ["active", expected]);
  }
  const ended = await step(id, "cancel", { when: "now" });
  assert.deepEqual([ended.status, ended.body.status], [200, "canceled"]);
  assert.equal((await step(id, "cancel", { when: "now" })).status, 409);
});

test("billing screens belong to one account and mode, and a card number is refused", async () => {
  const { visitor, subscribe } = await setUp();
  const { id } = (await subscribe()).body;
  const stranger = await signedIn(await createMerchant());
  assert.equal((await stranger.get(`/test/subscriptions/${id}`)).status, 404);
  assert.equal((await visitor.get(`/live/subscriptions/${id}`)).status, 404);
  const leaked = await subscribe({ method: { saved: "pm_test_4242424242424242" } });
  assert.equal(leaked.status, 400);
});
