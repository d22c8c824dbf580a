// Bank payments: the payer chooses a bank and approves in its app; the money arrives immediately or later.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hostedApp } from "#lib/hosted/app.ts";
import { env } from "#lib/kernel/env.ts";
import type { BankPaymentWire } from "#lib/wire/contract/bank-payments.ts";
import type { AnyBody } from "#test/api.ts";
import { api } from "#test/api.ts";
import { disagreements } from "#test/books-agree.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";

const SHOP = "https://shop.example/thanks";
const PATH = "/v1/bank_payments";
const PARAMS = { amount: 4_200, currency: "EUR", return_url: SHOP };
type Answer = BankPaymentWire & Pick<AnyBody, "error">;

async function started(params: object = {}) {
  const till = await openTill();
  const {
    status,
    body: payment,
    text,
  } = await till.call<Answer>("POST", PATH, { ...PARAMS, ...params });
  assert.equal(status, 201, text);
  const url = String(payment.redirect_url);
  const press = (form: Record<string, string>) =>
    hostedApp.request(url, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { origin: env.publicUrl },
    });
  return {
    till,
    payment,
    url,
    read: async () => (await till.call<BankPaymentWire>("GET", `${PATH}/${payment.id}`)).body,
    page: async () => (await hostedApp.request(url)).text(),
    choose: (bank: string) => press({ bank }),
    answer: (answer: string) => press({ answer }),
  };
}

test("the payer chooses a bank and approves: each bank status, the booking, its fee, a refund", async () => {
  const { till, payment, page, choose, answer, read } = await started({
    payer: { name: "Ada Lindqvist", country: "SE" },
    reference: "Order 6735",
  });
  assert.match(payment.id, /^bp_/);
  assert.deepEqual(
    [payment.object, payment.status, payment.bank_status, payment.bank_id, payment.next_action],
    ["bank_payment", "requires_action", "authorization_required", null, "redirect"],
  );
  assert.match(await page(), /Choose your bank/);
  assert.equal((await read()).bank_status, "authorization_required");
  await choose("bank_ok");
  const chosen = await read();
  assert.deepEqual([chosen.bank_id, chosen.bank_status], ["bank_ok", "authorizing"]);
  await choose("bank_declines");
  assert.equal((await read()).bank_id, "bank_ok", "the first choice counts");
  const shown = await page();
  for (const said of ["Harbour &amp; Vale Bank", "Order 6735", "42.00", "Approve"]) {
    assert.ok(shown.includes(said), said);
  }
  const back = await answer("approve");
  assert.equal(back.headers.get("location"), `${SHOP}?payment=${payment.id}`);
  const done = await read();
  assert.deepEqual(
    [done.status, done.bank_status, done.redirect_url],
    ["succeeded", "settled", null],
  );
  assert.deepEqual(await till.eventsOf(payment.id), [
    "payment.requires_action",
    "payment.succeeded",
  ]);
  const events = await till.rows<{ data: BankPaymentWire }>(
    "select data from events where account_id = $1 and type = 'payment.succeeded'",
  );
  assert.deepEqual(events[0]?.data, done, "the event carries this very object");
  const charges = await till.rows(
    "select type, amount, fee, payment_id from balance_transactions where account_id = $1",
  );
  assert.deepEqual(charges, [{ type: "charge", amount: 4_200n, fee: 30n, payment_id: payment.id }]);
  const refund = await till.refund({ payment: payment.id, amount: 1_000 });
  assert.deepEqual([refund.status, refund.body.payment], [201, payment.id]);
  assert.equal((await read()).amount_refunded, 1_000);
  const path = `/v1/refunds/${refund.body.id}?expand[]=payment`;
  const expanded = (await till.call("GET", path)).body.payment as { object: string };
  assert.equal(expanded.object, "bank_payment");
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("a slow bank executes at the approval and settles ten minutes later, with an event", async () => {
  const { till, payment, answer, read, page } = await started({ bank_id: "bank_slow" });
  await page();
  assert.equal((await read()).bank_status, "authorizing");
  const back = await answer("approve");
  assert.equal(back.headers.get("location"), `${SHOP}?payment=${payment.id}`);
  const executed = await read();
  assert.deepEqual([executed.status, executed.bank_status], ["processing", "executed"]);
  await till.call("POST", "/v1/test/clock/advance", { seconds: 540 });
  assert.equal((await read()).bank_status, "executed");
  await till.call("POST", "/v1/test/clock/advance", { seconds: 90 });
  assert.deepEqual([(await read()).status, (await read()).bank_status], ["succeeded", "settled"]);
  assert.deepEqual(await till.eventsOf(payment.id), [
    "payment.requires_action",
    "payment.processing",
    "payment.succeeded",
  ]);
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("a declining bank, an unavailable bank and a declining payer each fail the payment with their reason", async () => {
  const declined = await started({ bank_id: "bank_declines" });
  await declined.answer("approve");
  const refused = await started({ bank_id: "bank_ok" });
  await refused.answer("refuse");
  const away = await started();
  await away.choose("bank_unavailable");
  const cases = [
    [declined, "declined_by_bank"],
    [refused, "declined_by_payer"],
    [away, "bank_unavailable"],
  ] as const;
  for (const [{ read, till, payment }, reason] of cases) {
    const failed = await read();
    assert.deepEqual(
      [failed.status, failed.bank_status, failed.failure_reason],
      ["failed", "failed", reason],
    );
    assert.deepEqual(await till.eventsOf(payment.id), [
      "payment.requires_action",
      "payment.failed",
    ]);
  }
  assert.match(await away.page(), /Bank not available/);
  const atOnce = await declined.till.call<Answer>("POST", PATH, {
    ...PARAMS,
    bank_id: "bank_unavailable",
  });
  assert.deepEqual([atOnce.status, atOnce.body.status], [201, "failed"]);
});

test("nobody can answer for a bank that was not chosen", async () => {
  const { answer, choose, read, till, payment } = await started();
  for (const word of ["approve", "refuse"]) assert.equal((await answer(word)).status, 400);
  assert.deepEqual(await till.eventsOf(payment.id), ["payment.requires_action"]);
  await choose("bank_ok");
  assert.equal((await answer("approve")).status, 303);
  const { status, bank_id } = await read();
  assert.deepEqual([status, bank_id], ["succeeded", "bank_ok"]);
});

test("a payment that nobody approves expires within an hour", async () => {
  const { till, payment, read } = await started();
  await till.call("POST", "/v1/test/clock/advance", { seconds: 3_600 });
  const ended = await read();
  assert.deepEqual(
    [ended.status, ended.bank_status, ended.failure_reason],
    ["canceled", "failed", "expired"],
  );
  assert.deepEqual(await till.eventsOf(payment.id), [
    "payment.requires_action",
    "payment.canceled",
  ]);
});

test("a late failure takes a bank payment back; simulations accept its id", async () => {
  const { till, payment, answer, read } = await started({ bank_id: "bank_ok" });
  const simulate = () =>
    till.call("POST", "/v1/test/simulate", { object: payment.id, scenario: "late_failure" });
  assert.equal((await simulate()).status, 409);
  await answer("approve");
  const { body } = await simulate();
  assert.deepEqual(body.result, await read());
  assert.equal((await read()).bank_status, "failed");
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("invalid requests name the parameter and record nothing", async () => {
  const till = await openTill();
  const cases: [params: object, param: string][] = [
    [{ amount: 0 }, "amount"],
    [{ currency: "PLN" }, "currency"],
    [{ currency: "GBP", payer: { country: "DE" } }, "payer[country]"],
    [{ payer: { country: "US" } }, "payer[country]"],
    [{ payer: { country: "Germany" } }, "payer[country]"],
    [{ bank_id: "bank_of_nowhere" }, "bank_id"],
    [{ reference: "a".repeat(36) }, "reference"],
    [{ currency: "GBP", reference: "more than eighteen!" }, "reference"],
    [{ currency: "GBP", reference: "more than eighteen" + "." }, "reference"],
    [{ reference: "<script>" }, "reference"],
    [{ return_url: "shop" }, "return_url"],
    [{ method: "card" }, "method"],
  ];
  for (const [params, param] of cases) {
    const { status, body } = await till.call<Answer>("POST", PATH, { ...PARAMS, ...params });
    assert.deepEqual([status, body.error?.param], [400, param], JSON.stringify(params));
  }
  assert.deepEqual(await till.rows("select 1 from payments where account_id = $1"), []);
  const { keys } = await createMerchant({ country: "CA" });
  const abroad = await api().call(keys.test.secret, "POST", PATH, PARAMS);
  assert.deepEqual([abroad.status, abroad.body.error.param], [400, "currency"]);
});

test("payments and bank payments have separate lists, per merchant", async () => {
  const { till, payment } = await started();
  const { body: card } = await till.charge();
  const idsOf = async (path: string) =>
    (await till.call("GET", path)).body.data.map(({ id }) => id);
  assert.deepEqual(await idsOf(PATH), [payment.id]);
  assert.deepEqual(await idsOf(`${PATH}?status=succeeded`), []);
  assert.deepEqual(await idsOf(`${PATH}?created[gte]=2020-01-01`), [payment.id]);
  assert.deepEqual(await idsOf("/v1/payments"), [card.id]);
  const wrong = await till.call("GET", `${PATH}?starting_after=${card.id}`);
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, "starting_after"]);
  assert.equal((await till.call("GET", `/v1/payments/${payment.id}`)).status, 404);
  assert.equal((await till.call("GET", `${PATH}/${card.id}`)).status, 404);
  const other = await openTill();
  assert.equal((await other.call("GET", `${PATH}/${payment.id}`)).status, 404);
  const live = { Authorization: `Bearer ${till.keys.live.secret}` };
  assert.equal((await till.call("GET", `${PATH}/${payment.id}`, undefined, live)).status, 404);
  assert.equal((await till.call("POST", PATH, PARAMS, { Authorization: null })).status, 401);
});

test("a repeated key creates one bank payment", async () => {
  const till = await openTill();
  const key = { "Idempotency-Key": "start" };
  const [first, second] = [
    await till.call("POST", PATH, PARAMS, key),
    await till.call("POST", PATH, PARAMS, key),
  ];
  assert.deepEqual([first.status, second.status, second.text], [201, 200, first.text]);
  assert.equal((await till.rows("select 1 from payments where account_id = $1")).length, 1);
});
