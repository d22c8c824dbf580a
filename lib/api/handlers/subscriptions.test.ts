import assert from "node:assert/strict";
import { test } from "node:test";
import { answerChallenge } from "#lib/domain/payments/index.ts";
import type { PaymentWire } from "#lib/wire/contract/payments.ts";
import type { SubscriptionPreviewWire } from "#lib/wire/contract/subscription-preview.ts";
import type { SubscriptionWire } from "#lib/wire/contract/subscriptions.ts";
import { api } from "#test/api.ts";
import { openBillingShop } from "#test/billing.ts";
import { disagreements } from "#test/books-agree.ts";
import { createMerchant } from "#test/merchant.ts";

const CHALLENGED = "pm_test_4000000000003220";
const ONCE = "pm_test_4000000000000341";
const DECLINED = "pm_test_4000000000000002";
const LOST = "pm_test_4000000000009987";

test("a subscription charges its first period immediately and is active", async () => {
  const shop = await openBillingShop();
  const { status, body: sub } = await shop.subscribe({ quantity: 2, metadata: { crm: "7" } });
  assert.equal(status, 201);
  assert.deepEqual(
    [sub.status, sub.quantity, sub.next_action, sub.trial_end, sub.metadata],
    ["active", 2, null, null, { crm: "7" }],
  );
  const [invoice, ...more] = await shop.invoicesOf(sub.id);
  assert.equal(more.length, 0);
  assert.deepEqual(
    [invoice?.status, invoice?.number, invoice?.amount_due, invoice?.amount_paid],
    ["paid", "INV-000001", 6_000, 6_000],
  );
  assert.equal(sub.latest_invoice, invoice?.id);
  assert.deepEqual(invoice?.lines[0]?.period, {
    start: sub.current_period_start,
    end: sub.current_period_end,
  });
  const paid = await shop.call<PaymentWire>("GET", `/v1/payments/${invoice?.payment}`);
  assert.deepEqual(
    [paid.body.status, paid.body.amount, paid.body.subscription, paid.body.invoice],
    ["succeeded", 6_000, sub.id, invoice?.id],
  );
  assert.deepEqual(await shop.eventsOf(sub.id), ["subscription.created", "subscription.updated"]);
  assert.deepEqual(await shop.eventsOf(invoice!.id), ["invoice.paid"]);
  const path = `/v1/subscriptions/${sub.id}?expand[]=plan&expand[]=latest_invoice.payment`;
  const expanded = (await shop.call(`GET`, path)).body as unknown as {
    plan: { name: string };
    latest_invoice: { payment: { status: string } };
  };
  assert.equal(expanded.plan.name, "Team");
  assert.equal(expanded.latest_invoice.payment.status, "succeeded");
});

test("the payer confirms a first payment at the bank, and the subscription is active", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe({ payment_method: CHALLENGED });
  assert.deepEqual([sub.status, sub.next_action], ["incomplete", "redirect"]);
  assert.match(sub.redirect_url ?? "", /3d-secure/);
  const [invoice] = await shop.invoicesOf(sub.id);
  await answerChallenge(shop.ctx.test, invoice!.payment as string, true);
  await shop.advance(1 / 86_400);
  const after = await shop.read(sub.id);
  assert.deepEqual([after.status, after.next_action, after.redirect_url], ["active", null, null]);
  // A renewal uses the payer's mandate, without confirmation.
  await shop.advance(32);
  const invoices = await shop.invoicesOf(sub.id);
  assert.deepEqual(
    invoices.map(({ status }) => status),
    ["paid", "paid"],
  );
  const renewal = await shop.call<PaymentWire>("GET", `/v1/payments/${invoices[1]?.payment}`);
  assert.deepEqual([renewal.body.status, renewal.body.sca], ["succeeded", "not_required"]);
});

test("a declined first payment leaves it incomplete: another card within 23 hours, or it expires", async () => {
  const shop = await openBillingShop();
  const { body: saved } = await shop.subscribe({ payment_method: DECLINED });
  assert.equal(saved.status, "incomplete");
  const early = await shop.update(saved.id, { quantity: 2 });
  assert.equal(early.body.error.code, "state_invalid");
  const updated = await shop.update(saved.id, { payment_method: "pm_test_4242424242424242" });
  assert.equal(updated.body.status, "active");
  const [invoice] = await shop.invoicesOf(saved.id);
  assert.deepEqual([invoice?.status, invoice?.attempt_count], ["paid", 2]);
  assert.deepEqual(await shop.eventsOf(invoice!.id), ["invoice.payment_failed", "invoice.paid"]);

  const { body: lost } = await shop.subscribe({ payment_method: DECLINED });
  await shop.advance(1);
  assert.equal((await shop.read(lost.id)).status, "incomplete_expired");
  assert.equal((await shop.invoicesOf(lost.id))[0]?.status, "void");
});

test("a trial charges nothing, announces its end three days before, and then renews on its day", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe({ trial_days: 14 });
  assert.deepEqual([sub.status, sub.current_period_end], ["trialing", sub.trial_end]);
  await shop.advance(10.9);
  assert.deepEqual(await shop.eventsOf(sub.id), ["subscription.created"]);
  await shop.advance(0.2);
  assert.deepEqual(await shop.eventsOf(sub.id), [
    "subscription.created",
    "subscription.trial_ending",
  ]);
  assert.deepEqual(await shop.invoicesOf(sub.id), []);
  await shop.advance(3);
  const after = await shop.read(sub.id);
  assert.deepEqual([after.status, after.current_period_start], ["active", sub.trial_end]);
  assert.deepEqual(
    (await shop.invoicesOf(sub.id)).map(({ status }) => status),
    ["paid"],
  );
});

test("dunning retries on days 1, 3, 5 and 7, then takes the final action", async () => {
  for (const [finalAction, end] of [
    ["cancel", "canceled"],
    ["unpaid", "unpaid"],
  ]) {
    const shop = await openBillingShop();
    const dunning = { final_action: finalAction };
    const { body: sub } = await shop.subscribe({ payment_method: ONCE, dunning });
    assert.equal(sub.status, "active", "it charges once");
    const days = (Date.parse(sub.current_period_end) - Date.parse(sub.created)) / 86_400_000;
    await shop.advance(days + 0.01);
    const tries = [];
    for (let day = 0; day <= 8; day++) {
      const { status, dunning: left } = await shop.read(sub.id);
      const [, invoice] = await shop.invoicesOf(sub.id);
      tries.push([status, invoice?.attempt_count, left.attempt]);
      await shop.advance(1);
    }
    assert.deepEqual(tries, [
      ["past_due", 1, 0],
      ["past_due", 2, 1],
      ["past_due", 2, 1],
      ["past_due", 3, 2],
      ["past_due", 3, 2],
      ["past_due", 4, 3],
      ["past_due", 4, 3],
      [end, 5, 4],
      [end, 5, 4],
    ]);
    assert.equal((await shop.invoicesOf(sub.id))[1]?.status, "uncollectible");
    await shop.advance(60);
    assert.equal((await shop.invoicesOf(sub.id)).length, 2, "nothing is invoiced any more");
    assert.deepEqual(await disagreements(shop.account.id), []);
  }
});

test("a hard decline is never retried automatically; another card recovers the subscription", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe({ trial_days: 1, payment_method: LOST });
  await shop.advance(1.1);
  const failed = await shop.read(sub.id);
  assert.deepEqual([failed.status, failed.dunning.next_attempt_at], ["past_due", null]);
  assert.ok(failed.dunning.final_action_at);
  await shop.advance(4);
  assert.equal((await shop.invoicesOf(sub.id))[0]?.attempt_count, 1);
  const recovered = await shop.update(sub.id, { payment_method: "pm_test_4242424242424242" });
  assert.deepEqual([recovered.status, recovered.body.status], [200, "active"]);
  const events = await shop.eventsOf(sub.id);
  assert.ok(events.includes("subscription.past_due"));
  await shop.advance(31);
  assert.deepEqual(
    (await shop.invoicesOf(sub.id)).map(({ status }) => status),
    ["paid", "paid"],
  );
});

test("a preview equals what the change then invoices, now or with the next invoice", async () => {
  const shop = await openBillingShop();
  for (const behavior of ["create_prorations", "always_invoice", "none"]) {
    const { body: sub } = await shop.subscribe();
    await shop.advance(11.3);
    const change = { quantity: 3, proration_behavior: behavior };
    const preview = await shop.post<SubscriptionPreviewWire>(sub.id, "/preview", change);
    assert.equal(preview.status, 200);
    const { invoice_now: now, next_invoice: next } = preview.body;
    await shop.advance(0.5);
    const done = await shop.update(sub.id, {
      ...change,
      proration_date: preview.body.proration_date,
    });
    assert.deepEqual([done.status, done.body.quantity], [200, 3]);
    if (behavior === "always_invoice") {
      const invoice = (await shop.invoicesOf(sub.id)).at(-1);
      assert.deepEqual(invoice?.lines, now?.lines);
      assert.deepEqual([invoice?.status, invoice?.amount_due], ["paid", now?.amount_due]);
    } else assert.equal(now, null);
    await shop.advance(25);
    const renewal = (await shop.invoicesOf(sub.id)).at(-1);
    assert.deepEqual(renewal?.lines, next?.lines);
    assert.deepEqual([renewal?.status, renewal?.amount_due], ["paid", next?.amount_due]);
  }
});

test("after a change without proration, the next one credits what was invoiced", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe();
  await shop.advance(5);
  await shop.update(sub.id, { quantity: 4, proration_behavior: "none" });
  await shop.advance(5);
  const back = { quantity: 1, proration_behavior: "always_invoice" };
  const preview = await shop.post<SubscriptionPreviewWire>(sub.id, "/preview", back);
  const { lines, amount_due } = preview.body.invoice_now!;
  const [credit, charge] = lines.map(({ amount }) => amount);
  assert.deepEqual([lines.length, amount_due, credit], [2, 0, -charge!]);
  assert.match(lines[0]!.description, /^Unused time: 1 ×/);
  const dated = { ...back, proration_date: preview.body.proration_date };
  assert.equal((await shop.update(sub.id, dated)).status, 200);
  assert.deepEqual((await shop.invoicesOf(sub.id)).at(-1)?.lines, lines);
  // A renewal invoices the current plan and quantity, so they are credited.
  await shop.update(sub.id, { quantity: 2, proration_behavior: "none" });
  await shop.advance(25);
  await shop.update(sub.id, back);
  const latest = (await shop.invoicesOf(sub.id)).at(-2)!.lines;
  assert.ok(latest.some(({ description }) => /^Unused time: 2 ×/.test(description)));
});

test("a credit larger than the charges is carried to the next invoice, to the cent", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe({ quantity: 10 });
  await shop.advance(1);
  const changes = { quantity: 1, proration_behavior: "always_invoice" };
  assert.equal((await shop.update(sub.id, changes)).status, 200);
  await shop.advance(31);
  const invoices = await shop.invoicesOf(sub.id);
  assert.deepEqual(
    invoices.map(({ status, amount_due }) => [status, amount_due]),
    [
      ["paid", 30_000],
      ["paid", 0],
      ["paid", 0],
      ["draft", 0],
    ],
  );
  const left = invoices.at(-1)!.subtotal;
  const billed = invoices.reduce((sum, { amount_due }) => sum + amount_due, left);
  const [, credit] = invoices;
  const used =
    30_000 + credit!.lines.filter((line) => line.proration).reduce((s, l) => s + l.amount, 0);
  assert.equal(billed, used + 3_000, "the first period as it was used, and the second");
});

test("a plan with another interval starts its own period and is charged immediately", async () => {
  const shop = await openBillingShop();
  const yearly = await shop.plan({ name: "Yearly", amount: 30_000, interval: "year" });
  const pounds = await shop.plan({ currency: "GBP" });
  const { body: sub } = await shop.subscribe();
  await shop.advance(10);
  const refused = await shop.update(sub.id, { plan: pounds.id });
  assert.deepEqual([refused.status, refused.body.error.param], [400, "plan"]);
  const { body: moved } = await shop.update(sub.id, { plan: yearly.id });
  assert.equal(moved.plan, yearly.id);
  const [, invoice] = await shop.invoicesOf(sub.id);
  assert.deepEqual(
    invoice?.lines.map(({ proration }) => proration),
    [true, false],
  );
  assert.equal(invoice?.lines[1]?.period.end, moved.current_period_end);
  assert.equal(invoice?.amount_paid, invoice?.subtotal);
});

test("a subscription ends immediately or with its period, and is never charged after that", async () => {
  const shop = await openBillingShop();
  const [now, later, deleted] = await Promise.all([
    shop.subscribe(),
    shop.subscribe({ cancel_at_period_end: true }),
    shop.subscribe(),
  ]);
  const canceled = await shop.post(now.body.id, "/cancel");
  assert.deepEqual([canceled.status, canceled.body.status], [200, "canceled"]);
  assert.ok(canceled.body.canceled_at);
  const again = await shop.post(now.body.id, "/cancel");
  assert.deepEqual([again.status, again.body.error.code], [409, "state_invalid"]);
  const path = `/v1/subscriptions/${deleted.body.id}`;
  for (const _ of [1, 2]) {
    const answer = await shop.call<SubscriptionWire>("DELETE", path);
    assert.deepEqual([answer.status, answer.body.status], [200, "canceled"]);
  }
  await shop.advance(20);
  assert.equal((await shop.read(later.body.id)).status, "active");
  await shop.advance(12);
  assert.equal((await shop.read(later.body.id)).status, "canceled");
  for (const { body } of [now, later, deleted]) {
    assert.equal((await shop.invoicesOf(body.id)).length, 1);
    assert.ok((await shop.eventsOf(body.id)).includes("subscription.canceled"));
    const late = await shop.update(body.id, { quantity: 2 });
    assert.equal(late.body.error.code, "state_invalid");
  }
});

test("deleting a customer ends its subscriptions", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe();
  assert.equal((await shop.call("DELETE", `/v1/customers/${sub.customer}`)).status, 200);
  assert.equal((await shop.read(sub.id)).status, "canceled");
  const gone = await shop.subscribe({ customer: sub.customer });
  assert.deepEqual([gone.status, gone.body.error.param], [404, "customer"]);
});

test("an invalid subscription is refused by its parameter", async () => {
  const shop = await openBillingShop();
  const retired = await shop.plan({ active: false });
  const dear = await shop.plan({ amount: 99_999_999 });
  const other = await shop.subscribe();
  for (const [params, status, param] of [
    [{ plan: "plan_nobody" }, 404, "plan"],
    [{ plan: retired.id }, 400, "plan"],
    [{ customer: "cus_nobody" }, 404, "customer"],
    [{ payment_method: undefined }, 400, "payment_method"],
    [{ payment_method: "pm_nobody" }, 404, "payment_method"],
    [{ payment_method: other.body.payment_method }, 400, "payment_method"],
    [{ plan: dear.id, quantity: 2 }, 400, "quantity"],
    [{ quantity: 0 }, 400, "quantity"],
    [{ trial_days: -1 }, 400, "trial_days"],
  ] as const) {
    const { status: got, body } = await shop.subscribe(params);
    assert.deepEqual([got, body.error?.param], [status, param], JSON.stringify(params));
  }
  for (const date of ["2020-01-01T00:00:00Z", "2090-01-01T00:00:00Z"]) {
    const changes = { quantity: 2, proration_date: date };
    const { body } = await shop.update(other.body.id, changes);
    assert.equal(body.error.param, "proration_date");
  }
  assert.equal((await shop.call("GET", "/v1/subscriptions")).body.data.length, 1);
});

test("subscriptions and invoices belong to one merchant and mode, and need a key", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe();
  const neighbour = await createMerchant();
  const client = api();
  const paths = [`/v1/subscriptions/${sub.id}`, `/v1/invoices/${sub.latest_invoice}`];
  for (const path of paths) {
    for (const key of [neighbour.keys.test.secret, shop.keys.live.secret]) {
      assert.equal((await client.call(key, "GET", path)).status, 404);
    }
    assert.equal((await client.call(null, "GET", path)).status, 401);
    assert.equal((await client.call(shop.keys.test.publishable, "GET", path)).status, 403);
  }
  for (const verb of ["", "/cancel", "/preview"]) {
    const answer = await client.call(neighbour.keys.test.secret, "POST", paths[0] + verb, {});
    assert.equal(answer.status, 404);
  }
  assert.equal((await client.call(neighbour.keys.test.secret, "DELETE", paths[0]!)).status, 404);
  const filtered = await shop.call("GET", "/v1/subscriptions?status=canceled");
  assert.deepEqual(filtered.body.data, []);
  const strange = await shop.call("GET", "/v1/invoices?starting_after=in_nobody");
  assert.deepEqual([strange.status, strange.body.error.param], [400, "starting_after"]);
});
