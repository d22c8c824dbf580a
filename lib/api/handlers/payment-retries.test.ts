import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeDb } from "#db/client.ts";
import { RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import { api } from "#test/api.ts";
import { disagreements } from "#test/books-agree.ts";
import { AGREED, openTill } from "#test/money.ts";
import { openRetryShop, type RetryShop } from "#test/retries.ts";

after(closeDb);

const refusedWith = async (shop: RetryShop, id: string, text: RegExp) => {
  const { status, body } = await shop.retry(id);
  assert.deepEqual([status, body.error.code], [409, "state_invalid"]);
  assert.match(body.error.message, text);
};

test("a soft-declined payment is retried without its payer, once, and the reports count it as recovered", async () => {
  const shop = await openRetryShop();
  const declined = await shop.declined({ metadata: { order: "17" }, description: "Order 17" });
  await shop.issuersRecover();
  const { status, body: retry } = await shop.retry(declined.id);
  assert.equal(status, 201);
  assert.deepEqual(
    [retry.status, retry.retry_of, retry.amount, retry.sca, retry.metadata, retry.description],
    ["succeeded", declined.id, declined.amount, "not_required", { order: "17" }, "Order 17"],
  );
  assert.ok(retry.mandate);
  assert.deepEqual(await shop.eventsOf(retry.id), ["payment.succeeded"]);
  await refusedWith(shop, declined.id, new RegExp(`has paid since\\. See ${retry.id}`));
  const report = await shop.call<{ data: Array<Record<string, string>> }>(
    "GET",
    "/v1/reports?type=declines&from=2020-01-01",
  );
  const row = report.body.data.find(({ payment_id }) => payment_id === declined.id);
  assert.equal(row?.recovered_by, retry.id);
  const expanded = await shop.call("GET", `/v1/payments/${retry.id}?expand[]=retry_of`);
  assert.equal((expanded.body.retry_of as { id: string }).id, declined.id);
  assert.deepEqual(await disagreements(shop.account.id), []);
});

test("a retry that is declined again answers 402, and only the latest try can be retried", async () => {
  const shop = await openRetryShop();
  const declined = await shop.declined();
  const { status, body } = await shop.retry(declined.id);
  assert.deepEqual([status, body.error.code], [402, "card_declined"]);
  const again = body.error.payment as unknown as { id: string; retry_of: string };
  assert.equal(again.retry_of, declined.id);
  await refusedWith(shop, declined.id, new RegExp(`tried again since.*${again.id}`));
  await shop.issuersRecover();
  assert.equal((await shop.retry(again.id)).body.status, "succeeded");
});

test("after 5 declines within 7 days a payment is not retried", async () => {
  const shop = await openRetryShop();
  let { id } = await shop.declined();
  for (let tries = 1; tries < 5; tries++) {
    id = ((await shop.retry(id)).body.error.payment as unknown as { id: string }).id;
  }
  await refusedWith(shop, id, /declined 5 times/);
  await shop.advance(7.1);
  await refusedWith(shop, id, /more than 7 days ago/);
});

test("retries of one card at the same time keep the limit of tries together", async () => {
  const shop = await openRetryShop();
  const declined = [];
  for (let payers = 0; payers < 4; payers++) declined.push(await shop.declined({ amount: 500 }));
  const answers = await Promise.all(declined.map(({ id }) => shop.retry(id)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [402, 409, 409, 409]);
  assert.equal((await shop.paymentsOf("retry_of is not null")).length, 1);
});

test("a payer who paid with the same card as a guest a moment ago is not charged again", async () => {
  const shop = await openRetryShop();
  const declined = await shop.declined({ amount: 900 });
  await shop.issuersRecover();
  const card = { number: "4000000000000341", exp_month: 12, exp_year: 2040, cvc: "123" };
  const method = await shop.call("POST", "/v1/payment_methods", { type: "card", card });
  const paid = await shop.charge({ amount: 900, payment_method: method.body.id });
  assert.equal(paid.status, 201, paid.text);
  await refusedWith(shop, declined.id, /has paid since/);
});

test("a card without a mandate, a hard decline and an approved payment are not retried", async () => {
  const shop = await openRetryShop();
  const customer = await shop.customer();
  const oneOff = await shop.charge({ customer, payment_method: "pm_test_4000008000000518" });
  await refusedWith(shop, oneOff.body.error.payment!.id as string, /without the payer/);
  const stolen = await shop.charge({ payment_method: "pm_test_4000008000000435" });
  await refusedWith(shop, stolen.body.error.payment!.id as string, /never to try this card/);
  const wrong = await shop.charge({ payment_method: "pm_test_4000008000000823" });
  await refusedWith(shop, wrong.body.error.payment!.id as string, /data are wrong/);
  await refusedWith(shop, (await shop.charge()).body.id, /declined can be retried/);
});

test("a debit that bounced is debited again under its mandate, and not after the mandate was revoked", async () => {
  const shop = await openRetryShop();
  const debit = async () => {
    const sepa_debit = { iban: "AT981904300002222227" };
    const method = await shop.call("POST", "/v1/payment_methods", {
      type: "sepa_debit",
      sepa_debit,
    });
    const params = { method: "sepa_debit", payment_method: method.body.id, ...AGREED };
    return (await shop.charge(params)).body;
  };
  const [first, second] = [await debit(), await debit()];
  await refusedWith(shop, first.id, /declined can be retried/);
  await shop.advance(3.1);
  const { status, body } = await shop.retry(first.id);
  assert.deepEqual([status, body.status, body.mandate], [201, "processing", first.mandate]);
  await refusedWith(shop, first.id, /under way/);
  await shop.call("POST", `/v1/mandates/${second.mandate}/revoke`);
  await refusedWith(shop, second.id, /No live mandate/);
});

test("a retry of a subscription's payment collects its open invoice now, and dunning goes on if it fails", async () => {
  const shop = await openRetryShop();
  const { subscription } = await shop.payer();
  await shop.advance(31.5);
  const before = await shop.read(subscription);
  assert.equal(before.status, "past_due");
  // Dunning may have tried again, which depends on the length of the month.
  const tries = await shop.paymentsOf(`subscription_id = '${subscription}' and status = 'failed'`);
  const first = tries.at(-1)!;
  const again = await shop.retry(first.id);
  assert.equal(again.status, 402, again.text);
  assert.deepEqual((await shop.read(subscription)).dunning, before.dunning);
  await shop.issuersRecover();
  const latest = again.body.error.payment as unknown as { id: string };
  const { body: paid } = await shop.retry(latest.id);
  assert.deepEqual([paid.status, paid.subscription], ["succeeded", subscription]);
  const [, invoice] = await shop.invoicesOf(subscription);
  assert.deepEqual([invoice!.status, invoice!.attempt_count], ["paid", tries.length + 2]);
  assert.equal((await shop.read(subscription)).status, "active");
  await refusedWith(shop, first.id, /has paid since/);
});

test("ten concurrent retries with different keys make one payment", async () => {
  const shop = await openRetryShop();
  const declined = await shop.declined();
  await shop.issuersRecover();
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.retry(declined.id)));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, ...Array(9).fill(409)]);
  assert.equal((await shop.paymentsOf(`retry_of = '${declined.id}'`)).length, 1);
  assert.deepEqual(await disagreements(shop.account.id), []);
});

test("a repeat with the same key gets the same retry, also after the rail did not answer", async () => {
  const shop = await openRetryShop();
  const declined = await shop.declined();
  await shop.issuersRecover();
  const rail = railFor("test");
  const headers = { "Idempotency-Key": `retry ${declined.id}` };
  const charged: string[] = [];
  let isDead = true;
  const restore = useRail("test", {
    ...rail,
    async authoriseStatus() {
      if (isDead) throw new RailUnavailableError("gone");
      return { result: "unknown" };
    },
    async authorise(request) {
      charged.push(request.id);
      return await rail.authorise(request);
    },
  });
  try {
    assert.equal((await shop.retry(declined.id, headers)).status, 502);
    isDead = false;
    const { status, body } = await shop.retry(declined.id, headers);
    assert.deepEqual([status, body.status], [201, "succeeded"]);
    const again = await shop.retry(declined.id, headers);
    assert.deepEqual([again.status, again.body.id], [200, body.id]);
    assert.deepEqual(charged, [body.id]);
  } finally {
    restore();
  }
});

test("a payment whose retry was canceled is not retried a second time", async () => {
  const shop = await openRetryShop();
  const declined = await shop.declined({ capture: "manual" });
  await shop.issuersRecover();
  const { body: retry } = await shop.retry(declined.id);
  assert.equal(retry.status, "requires_capture");
  await shop.call("POST", `/v1/payments/${retry.id}/cancel`, {});
  await refusedWith(shop, declined.id, new RegExp(`tried again since.*${retry.id}`));
});

test("a payment of a deleted customer is not retried", async () => {
  const shop = await openRetryShop();
  const declined = await shop.declined();
  await shop.issuersRecover();
  await shop.call("DELETE", `/v1/customers/${declined.customer}`);
  await refusedWith(shop, declined.id, /customer was deleted/);
});

test("another merchant's payment, and one of the other mode, is 404", async () => {
  const [shop, other] = [await openRetryShop(), await openTill()];
  const declined = await shop.declined();
  const path = `/v1/payments/${declined.id}/retry`;
  assert.equal((await other.call("POST", path, {})).status, 404);
  const live = await api().call(shop.keys.live.secret, "POST", path, {});
  assert.equal(live.status, 404);
  assert.equal((await shop.paymentsOf(`retry_of is not null`)).length, 0);
});
