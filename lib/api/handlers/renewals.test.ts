import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { unsettledPayments } from "#lib/domain/payments/index.ts";
import { collectedInvoices, dueSubscriptions } from "#lib/domain/subscriptions/index.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import type { SubscriptionPreviewWire } from "#lib/wire/contract/subscription-preview.ts";
import type { TestClockWire } from "#lib/wire/contract/test-clock.ts";
import { type BillingShop, DAY_S, openBillingShop } from "#test/billing.ts";
import { disagreements } from "#test/books-agree.ts";

const DAY_MS = DAY_S * 1_000;

/** Moves the account's clock without running the work that becomes due; the test does that. */
async function jump(shop: BillingShop, days: number): Promise<void> {
  await getPool().query(
    `insert into sandbox_clocks (account_id, ahead_ms, target_ms) values ($1, $2, $2)
     on conflict (account_id) do update
       set ahead_ms = sandbox_clocks.ahead_ms + $2, target_ms = sandbox_clocks.target_ms + $2`,
    [shop.account.id, days * DAY_MS],
  );
}

const charges = (shop: BillingShop) =>
  shop.rows<{ status: string; invoice: string }>(
    "select status, invoice_id as invoice from payments where account_id = $1 order by id",
  );

test("exactly one of many concurrent workers renews, with one payment", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe();
  await jump(shop, 31.5);
  const account = shop.account.id;
  await Promise.all(Array.from({ length: 8 }, () => finishDue(dueSubscriptions, account)));
  await finishDue(dueSubscriptions, account);
  const invoices = await shop.invoicesOf(sub.id);
  assert.deepEqual(
    invoices.map(({ status, number, attempt_count }) => [status, number, attempt_count]),
    [
      ["paid", "INV-000001", 1],
      ["paid", "INV-000002", 1],
    ],
  );
  assert.equal((await charges(shop)).length, 2);
  assert.deepEqual(await disagreements(account), []);
});

test("a rail crash during a renewal charges once, by the payment of the attempt", async () => {
  const shop = await openBillingShop();
  const account = shop.account.id;
  const { body: sub } = await shop.subscribe();
  await jump(shop, 31.5);
  const rail = railFor("test");
  const asked: string[] = [];
  let isDead = true;
  const restore = useRail("test", {
    ...rail,
    async authoriseStatus(request) {
      if (isDead) throw new RailUnavailableError("gone");
      return await rail.authoriseStatus(request);
    },
    async authorise(request) {
      asked.push(request.id);
      return await rail.authorise(request);
    },
  });
  try {
    await finishDue(dueSubscriptions, account);
    const [, during] = await shop.invoicesOf(sub.id);
    assert.deepEqual([during?.status, during?.attempt_count], ["open", 1]);
    assert.equal((await shop.read(sub.id)).status, "active");
    isDead = false;
    // The period is over, and nothing further starts while the outcome is open.
    await jump(shop, 1);
    await finishDue(dueSubscriptions, account);
    await finishDue(
      unsettledPayments(async () => {}),
      account,
    );
    await finishDue(collectedInvoices, account);
  } finally {
    restore();
  }
  const [, invoice, ...more] = await shop.invoicesOf(sub.id);
  assert.deepEqual([invoice?.status, invoice?.attempt_count, more], ["paid", 1, []]);
  assert.deepEqual(
    (await charges(shop)).map(({ status }) => status),
    ["succeeded", "succeeded"],
  );
  assert.ok(new Set(asked).size <= 1, "whatever was sent, was sent under one id");
  assert.deepEqual(await disagreements(account), []);
});

test("after a crash behind the payment's outcome the next worker finishes the invoice", async () => {
  const shop = await openBillingShop();
  const account = shop.account.id;
  const { body: sub } = await shop.subscribe();
  // As if the process had crashed before it wrote the outcome to the invoice.
  const undo = `update invoices set status = 'open', amount_paid = 0, collecting = true, due_at = now() - interval '1 second'
    where account_id = $1`;
  await getPool().query(undo, [account]);
  const back = `update subscriptions set status = 'incomplete', open_invoice_id = latest_invoice_id
    where account_id = $1`;
  await getPool().query(back, [account]);
  await Promise.all(Array.from({ length: 4 }, () => finishDue(collectedInvoices, account)));
  await finishDue(collectedInvoices, account);
  assert.equal((await shop.read(sub.id)).status, "active");
  assert.equal((await shop.invoicesOf(sub.id))[0]?.status, "paid");
  assert.equal((await charges(shop)).length, 1);
});

test("invoice numbers are consecutive, also for concurrent invoices", async () => {
  const shop = await openBillingShop();
  await Promise.all(Array.from({ length: 9 }, () => shop.subscribe()));
  // An invoice refused after it has entered the queue uses no number.
  await shop.subscribe({ quantity: 1_000_000 });
  await shop.subscribe();
  const found = await shop.rows<{ number: string }>(
    "select number from invoices where account_id = $1 order by number",
  );
  assert.deepEqual(
    found.map(({ number }) => number),
    Array.from({ length: 10 }, (_, nth) => `INV-${String(nth + 1).padStart(6, "0")}`),
  );
});

test("periods that began while an invoice was unpaid are invoiced together once it is paid", async () => {
  const shop = await openBillingShop();
  const daily = await shop.plan({ name: "Daily", amount: 100, interval: "day" });
  const once = "pm_test_4000000000000341";
  const { body: sub } = await shop.subscribe({ plan: daily.id, payment_method: once });
  await shop.advance(3.5);
  assert.equal((await shop.read(sub.id)).status, "past_due");
  const clock = async () => (await shop.call<TestClockWire>("GET", "/v1/test/clock")).body.now;
  const before = await clock();
  const { body: preview } = await shop.post<SubscriptionPreviewWire>(sub.id, "/preview");
  const times = [before, preview.next_invoice!.date, await clock()];
  assert.deepEqual(times, times.toSorted(), "invoiced as soon as the open one is paid");
  await shop.update(sub.id, { payment_method: "pm_test_4242424242424242" });
  await shop.advance(0.01);
  const invoices = await shop.invoicesOf(sub.id);
  assert.deepEqual(preview.next_invoice?.lines, invoices.at(-1)?.lines);
  assert.deepEqual(
    invoices.map(({ status, amount_due }) => [status, amount_due]),
    [
      ["paid", 100],
      ["paid", 100],
      ["paid", 200],
    ],
  );
});

test("an invoice that a credit pays is the same in its event as when it is read", async () => {
  const shop = await openBillingShop();
  const { body: sub } = await shop.subscribe({ quantity: 10 });
  await shop.advance(10);
  await shop.update(sub.id, { quantity: 1 });
  await shop.advance(25);
  const [, renewal] = await shop.invoicesOf(sub.id);
  assert.deepEqual([renewal?.status, renewal?.amount_due], ["paid", 0]);
  const [event] = await shop.rows<{ data: object }>(
    "select data from events where account_id = $1 and type = 'invoice.paid' order by id desc",
  );
  assert.deepEqual(event?.data, renewal);
});

test("events of a subscription's future can be simulated now, and are refused from the wrong state", async () => {
  const shop = await openBillingShop();
  const once = "pm_test_4000000000000341";
  const simulate = (object: string, scenario: string) =>
    shop.call<{ result: { status: string } }>("POST", "/v1/test/simulate", { object, scenario });
  const { body: sub } = await shop.subscribe({ trial_days: 30, payment_method: once });
  const early = await simulate(sub.id, "attempt_now");
  assert.deepEqual([early.status, early.body.error.code], [409, "state_invalid"]);
  const strange = await simulate(sub.id, "explodes");
  assert.deepEqual([strange.status, strange.body.error.param], [400, "scenario"]);
  const ended = await simulate(sub.id, "trial_ends");
  assert.deepEqual([ended.status, ended.body.result.status], [200, "active"]);
  assert.equal((await simulate(sub.id, "trial_ends")).status, 409);
  await shop.advance(32);
  assert.equal((await shop.read(sub.id)).status, "past_due");
  const tries = async () => (await shop.invoicesOf(sub.id)).at(-1)?.attempt_count ?? 0;
  const before = await tries();
  const tried = await simulate(sub.id, "attempt_now");
  assert.equal(tried.body.result.status, "past_due");
  assert.equal(await tries(), before + 1);
  const over = await simulate(sub.id, "dunning_ends");
  assert.equal(over.body.result.status, "canceled");
  assert.deepEqual(await disagreements(shop.account.id), []);
});

test("a payment that waits for its payer is replaced by another card, and canceled with the subscription", async () => {
  const shop = await openBillingShop();
  const asks = { payment_method: "pm_test_4000000000003220" };
  const [replaced, ended] = [await shop.subscribe(asks), await shop.subscribe(asks)];
  const headers = { "Idempotency-Key": "another card" };
  const path = `/v1/subscriptions/${replaced.body.id}`;
  const again = () => shop.call<{ status: string }>("POST", path, asks, headers);
  const other = await again();
  assert.deepEqual([other.status, other.body.status], [200, "incomplete"]);
  const { redirect_url: link } = await shop.read(replaced.body.id);
  assert.equal((await again()).text, other.text);
  assert.equal(
    (await shop.read(replaced.body.id)).redirect_url,
    link,
    "a repeat withdraws nothing",
  );
  const paid = await shop.update(replaced.body.id, { payment_method: "pm_test_4242424242424242" });
  assert.deepEqual([paid.body.status, paid.body.redirect_url], ["active", null]);
  assert.equal((await shop.post(ended.body.id, "/cancel")).body.status, "incomplete_expired");
  assert.equal((await shop.invoicesOf(ended.body.id))[0]?.status, "void");
  const outcomes = (await charges(shop)).map(({ status }) => status);
  assert.deepEqual(outcomes.sort(), ["canceled", "canceled", "canceled", "succeeded"]);
});
