// Subscriptions paid by direct debit: days until a period is paid, and returned debits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { collectedInvoices } from "#lib/domain/subscriptions/index.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { type BillingShop, daysToLongMonth, openBillingShop } from "#test/billing.ts";
import { disagreements } from "#test/books-agree.ts";
import { AGREED } from "#test/money.ts";

const GOOD_IBAN = "DE89370400440532013000";
const RETURNED_IBAN = "AT751904300235473206";
const GOOD_BACS = "00012345";

async function accountOf(shop: BillingShop, account: string): Promise<string> {
  const isBacs = /^\d{8}$/.test(account);
  const body = isBacs
    ? { type: "bacs_debit", bacs_debit: { sort_code: "108800", account_number: account } }
    : { type: "sepa_debit", sepa_debit: { iban: account } };
  return (await shop.call("POST", "/v1/payment_methods", body)).body.id;
}

/** A shop with one subscription paid from a bank account, as created; its first month has 31 days. */
async function subscribed(account: string, planned: object = {}) {
  const shop = await openBillingShop();
  await shop.advance(daysToLongMonth());
  const currency = /^\d{8}$/.test(account) ? "GBP" : "EUR";
  const plan = await shop.plan({ currency, ...planned });
  const payment_method = await accountOf(shop, account);
  const { status, body: sub } = await shop.subscribe({ plan: plan.id, payment_method, ...AGREED });
  assert.equal(status, 201);
  const standing = async () => (await shop.read(sub.id)).status;
  const invoices = async () =>
    (await shop.invoicesOf(sub.id)).map(({ status, amount_paid }) => [status, amount_paid]);
  const simulate = (object: string, scenario: string) =>
    shop.call("POST", "/v1/test/simulate", { object, scenario });
  const latest = async () => (await shop.invoicesOf(sub.id)).at(-1)!;
  const assertBooksAgree = async () => assert.deepEqual(await disagreements(shop.account.id), []);
  return { shop, sub, standing, invoices, latest, simulate, assertBooksAgree };
}

for (const account of [GOOD_IBAN, GOOD_BACS]) {
  test(`a subscription from ${account} starts when its first debit is paid, and renews by debit`, async () => {
    const { shop, sub, standing, invoices, assertBooksAgree } = await subscribed(account);
    assert.equal(sub.status, "incomplete");
    assert.match(String(sub.mandate), /^mdt_/);
    assert.deepEqual(await invoices(), [["open", 0]]);
    // The first payment has 23 hours, unless it is processing.
    await shop.advance(1.5);
    assert.equal(await standing(), "incomplete");
    await shop.advance(0.6);
    assert.equal(await standing(), "active");
    assert.deepEqual(await invoices(), [["paid", 3_000]]);
    await shop.advance(29.5);
    assert.equal(await standing(), "active");
    assert.deepEqual(await invoices(), [
      ["paid", 3_000],
      ["open", 0],
    ]);
    await shop.advance(2.5);
    assert.deepEqual(await invoices(), [
      ["paid", 3_000],
      ["paid", 3_000],
    ]);
    await assertBooksAgree();
  });
}

test("each renewal uses the mandate, so that it does not expire while a subscription is paid", async () => {
  const { shop, sub, invoices } = await subscribed(GOOD_BACS, { interval: "year" });
  // An unused Bacs mandate ends after 13 months.
  await shop.advance(366);
  await shop.advance(40);
  const { body: mandate } = await shop.call("GET", `/v1/mandates/${sub.mandate}`);
  assert.equal(mandate.status, "active");
  await shop.advance(330);
  assert.deepEqual(await invoices(), [
    ["paid", 3_000],
    ["paid", 3_000],
    ["paid", 3_000],
  ]);
});

for (const ending of ["cancel", "delete the customer"]) {
  test(`while a debit is processing, one can ${ending} although a proration waits for the next invoice`, async () => {
    const { shop, sub, standing, invoices, assertBooksAgree } = await subscribed(GOOD_IBAN);
    await shop.advance(31.5);
    assert.equal((await shop.update(sub.id, { quantity: 3 })).status, 200);
    const answer =
      ending === "cancel"
        ? await shop.post(sub.id, "/cancel")
        : await shop.call("DELETE", `/v1/customers/${sub.customer}`);
    assert.equal(answer.status, 200);
    assert.equal(await standing(), "canceled");
    assert.deepEqual((await invoices()).map(([status]) => status).sort(), ["open", "paid", "void"]);
    await shop.advance(3);
    // The debit's outcome counts.
    assert.deepEqual((await invoices()).map(([status]) => status).sort(), ["paid", "paid", "void"]);
    await assertBooksAgree();
  });
}

test("a returned debit reopens its invoice, and another account recovers it", async () => {
  const { shop, sub, standing, latest, assertBooksAgree } = await subscribed(RETURNED_IBAN);
  await shop.advance(2.01);
  assert.equal(await standing(), "active");
  await shop.advance(0.1);
  const dunned = await shop.read(sub.id);
  const invoice = await latest();
  assert.equal(dunned.status, "past_due");
  // The payer refused, so the same account is not retried automatically.
  assert.deepEqual([dunned.dunning?.attempt, dunned.dunning?.next_attempt_at], [0, null]);
  assert.deepEqual([invoice.status, invoice.amount_due, invoice.amount_paid], ["open", 3_000, 0]);
  assert.deepEqual(await shop.eventsOf(invoice.id), ["invoice.paid", "invoice.payment_failed"]);
  assert.deepEqual(await shop.eventsOf(String(invoice.payment)), [
    "payment.processing",
    "payment.succeeded",
    "payment.failed",
  ]);
  await assertBooksAgree();
  const other = { payment_method: await accountOf(shop, GOOD_IBAN), ...AGREED };
  assert.equal((await shop.update(sub.id, other)).status, 200);
  await shop.advance(2.1);
  assert.equal(await standing(), "active");
  assert.deepEqual([(await latest()).status, (await latest()).attempt_count], ["paid", 2]);
  assert.deepEqual(await shop.eventsOf(sub.id), [
    "subscription.created",
    "subscription.updated",
    "subscription.past_due",
    "subscription.updated",
    "subscription.updated",
  ]);
  await assertBooksAgree();
});

test("a Bacs debit that fails late is retried by dunning and paid", async () => {
  const { shop, sub, standing, latest, simulate, assertBooksAgree } = await subscribed(GOOD_BACS);
  await shop.advance(2.1);
  await simulate(String((await latest()).payment), "late_failure");
  await shop.advance(0.01);
  const dunned = await shop.read(sub.id);
  assert.equal(dunned.status, "past_due");
  assert.ok(dunned.dunning?.next_attempt_at);
  await shop.advance(1);
  assert.deepEqual([(await latest()).status, (await latest()).attempt_count], ["open", 2]);
  await shop.advance(2);
  assert.equal(await standing(), "active");
  assert.equal((await latest()).status, "paid");
  await assertBooksAgree();
});

test("a reopened invoice waits for an older one; the final action makes both uncollectible", async () => {
  const first = await subscribed(GOOD_BACS, { interval: "week" });
  await first.shop.advance(7.5);
  const [paid] = await first.shop.invoicesOf(first.sub.id);
  await first.simulate(String(paid?.payment), "late_failure");
  await first.shop.advance(0.01);
  assert.equal(await first.standing(), "active");
  assert.deepEqual(await first.invoices(), [
    ["open", 0],
    ["open", 0],
  ]);
  await first.shop.advance(2);
  assert.equal(await first.standing(), "past_due");
  assert.deepEqual(await first.invoices(), [
    ["open", 0],
    ["paid", 3_000],
  ]);
  await first.shop.advance(3.1);
  assert.equal(await first.standing(), "active");
  await first.assertBooksAgree();

  const second = await subscribed(GOOD_BACS, { interval: "week" });
  await second.shop.advance(9.5);
  for (const { payment } of await second.shop.invoicesOf(second.sub.id)) {
    await second.simulate(String(payment), "late_failure");
  }
  await second.shop.advance(0.01);
  await second.simulate(second.sub.id, "dunning_ends");
  assert.equal(await second.standing(), "canceled");
  assert.deepEqual(await second.invoices(), [
    ["uncollectible", 0],
    ["uncollectible", 0],
  ]);
  await second.assertBooksAgree();
});

test("concurrent workers and crashed processes reopen an invoice once", async () => {
  const { shop, sub, latest, simulate, assertBooksAgree } = await subscribed(GOOD_IBAN);
  await shop.advance(2.1);
  const invoice = await latest();
  const tries = await Promise.all(
    Array.from({ length: 4 }, () => simulate(String(invoice.payment), "late_failure")),
  );
  assert.deepEqual(tries.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  // The process crashed after recording the failure; the next caller handles the invoice.
  assert.equal((await latest()).status, "paid");
  const { id: account } = shop.account;
  await Promise.all(Array.from({ length: 6 }, () => finishDue(collectedInvoices, account)));
  await finishDue(collectedInvoices, account);
  assert.equal((await latest()).status, "open");
  assert.equal((await shop.read(sub.id)).status, "past_due");
  const told = await shop.eventsOf(invoice.id);
  assert.deepEqual(told, ["invoice.paid", "invoice.payment_failed"]);
  await assertBooksAgree();
});

test("refunded amounts are not collected again, and a canceled subscription owes nothing", async () => {
  const { shop, sub, latest, simulate, assertBooksAgree } = await subscribed(GOOD_IBAN);
  await shop.advance(2.1);
  const { payment } = await latest();
  await shop.refund({ payment, amount: 1_000 });
  await simulate(String(payment), "late_failure");
  await shop.advance(0.01);
  const open = await latest();
  assert.deepEqual([open.status, open.subtotal, open.amount_due], ["open", 2_000, 2_000]);
  assert.deepEqual(open.lines.at(-1)?.amount, -1_000);
  await shop.post(sub.id, "/cancel");
  assert.equal((await latest()).status, "void");

  const whole = await subscribed(GOOD_IBAN);
  await whole.shop.advance(2.1);
  await whole.shop.refund({ payment: (await whole.latest()).payment, amount: 3_000 });
  await whole.simulate(String((await whole.latest()).payment), "late_failure");
  await whole.shop.advance(0.01);
  assert.equal((await whole.latest()).status, "paid");

  const ended = await subscribed(GOOD_IBAN);
  await ended.shop.advance(2.1);
  await ended.shop.post(ended.sub.id, "/cancel");
  await ended.simulate(String((await ended.latest()).payment), "late_failure");
  await ended.shop.advance(0.01);
  assert.equal((await ended.latest()).status, "uncollectible");
  assert.equal(await ended.standing(), "canceled");
  for (const one of [assertBooksAgree, whole.assertBooksAgree, ended.assertBooksAgree]) await one();
});
