// The API on a rail behind the protocol: the sandbox as a separate process, and live mode's connector.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { hostedApp } from "#lib/hosted/app.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import type { PaymentWire } from "#lib/wire/contract/payments.ts";
import { api } from "#test/api.ts";
import { openTill } from "#test/money.ts";
import { moveClock } from "#test/moving-clock.ts";
import { RAIL_SECRET, startRail, type TestRail } from "#test/rail.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";
import { undoAfterEach } from "#test/undo.ts";

let rail: TestRail;
const undo = undoAfterEach();
before(async () => {
  rail = await startRail();
  assignEnv({
    SANDBOX_RAIL_URL: rail.url,
    SANDBOX_RAIL_SECRET: RAIL_SECRET,
    LIVE_RAIL_URL: rail.url,
    LIVE_RAIL_SECRET: RAIL_SECRET,
    RAIL_TIMEOUT_MS: "700",
  });
});
afterEach(async () => {
  await rail.befall(null);
});
after(async () => {
  await rail.stop();
});

const linesOf = async (id: string) =>
  (await rail.statement()).lines.filter((line) => line.id === id).map(({ kind }) => kind);

function passTime(ms: number): void {
  const clock = moveClock();
  undo.push(clock.putBack);
  clock.advance(ms);
}

test("a challenge of the rail process is answered on our page and charged in its book", async () => {
  const till = await openTill();
  const { body } = await till.charge({ payment_method: "pm_test_4000002760003184" });
  assert.equal(body.status, "requires_action");
  const url = String(body.redirect_url);
  assert.equal((await hostedApp.request(url)).status, 200);
  assert.deepEqual(await linesOf(body.id), []);
  const form = new URLSearchParams({ answer: "approve" });
  const headers = { origin: env.publicUrl };
  assert.equal((await hostedApp.request(url, { method: "POST", body: form, headers })).status, 303);
  const paid = await till.call<PaymentWire>("GET", `/v1/payments/${body.id}`);
  assert.deepEqual([paid.body.status, paid.body.sca], ["succeeded", "3ds2"]);
  assert.deepEqual(await linesOf(body.id), ["charge"]);
});

for (const fault of ["timeout_before", "timeout_after", "garbage", "late_action"] as const) {
  test(`${fault}: the charge is a 502, its repeat with the same key gets the outcome, and it is charged once`, async () => {
    const till = await openTill();
    const key = { "Idempotency-Key": `order-${fault}` };
    await rail.befall(fault, { lateMs: 900, operations: ["authorise"] });
    const first = await till.charge({}, key);
    assert.deepEqual([first.status, first.body.error.code], [502, "gateway_error"]);
    await rail.befall(null);
    const second = await till.charge({}, key);
    assert.deepEqual([second.status, second.body.status], [201, "succeeded"]);
    const third = await till.charge({}, key);
    assert.deepEqual([third.status, third.text], [200, second.text]);
    assert.deepEqual(await linesOf(second.body.id), ["charge"]);
    assert.deepEqual(await till.eventsOf(second.body.id), ["payment.succeeded"]);
  });
}

test("the worker finishes what nobody repeats: charge, capture, refund", async () => {
  const till = await openTill();
  const { body: held } = await till.charge({ capture: "manual" });
  await rail.befall("timeout_after", { operations: ["capture", "authorise"] });
  assert.equal((await till.call("POST", `/v1/payments/${held.id}/capture`, {})).status, 502);
  assert.equal((await till.charge({})).status, 502);
  await rail.befall(null);
  passTime(60_000);
  await settleUnfinished();
  const payments = await till.call("GET", "/v1/payments");
  assert.deepEqual(
    payments.body.data.map(({ status }) => status),
    ["succeeded", "succeeded"],
  );
  await rail.befall("timeout_after", { operations: ["refund"] });
  assert.equal((await till.refund({ payment: held.id, amount: 500 })).status, 502);
  await rail.befall(null);
  passTime(120_000);
  await settleUnfinished();
  const [refund] = (await till.call("GET", "/v1/refunds")).body.data;
  assert.equal(refund?.status, "settled");
  assert.deepEqual(await linesOf(String(refund?.id)), ["refund"]);
});

test("tokenising is a 502 without an answer of the rail, and nothing is stored", async () => {
  const till = await openTill();
  const number = "4242424242424242";
  const card = { number, exp_month: 12, exp_year: 2030, cvc: "123" };
  await rail.befall("error_before");
  const refused = await till.call("POST", "/v1/payment_methods", { type: "card", card });
  assert.deepEqual([refused.status, refused.body.error.code], [502, "gateway_error"]);
  assert.ok(!refused.text.includes(number));
  await rail.befall(null);
  const made = await till.call("POST", "/v1/payment_methods", { type: "card", card });
  assert.equal(made.status, 201);
});

test("live mode charges at the connector, once per key, also if the answer was lost", async () => {
  const till = await openTill();
  const live = <T>(path: string, body: object, headers?: Record<string, string>) =>
    api().call<T & { error?: { code: string } }>(
      till.keys.live.secret,
      "POST",
      path,
      body,
      headers,
    );
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" };
  const method = await live<{ id: string }>("/v1/payment_methods", { type: "card", card });
  assert.equal(method.status, 201);
  const params = { amount: 700, currency: "EUR", method: "card", payment_method: method.body.id };
  const key = { "Idempotency-Key": "live-1" };
  await rail.befall("reset_after", { operations: ["authorise"] });
  assert.equal((await live("/v1/payments", params, key)).status, 502);
  await rail.befall(null);
  const paid = await live<PaymentWire>("/v1/payments", params, key);
  assert.deepEqual([paid.status, paid.body.status, paid.body.livemode], [201, "succeeded", true]);
  assert.deepEqual(await linesOf(paid.body.id), ["charge"]);
  const ready = { ...params, payment_method: "pm_test_4242424242424242" };
  assert.equal((await live("/v1/payments", ready)).status, 400, "test tokens stay in test mode");
});

test("a capture that the rail finally refuses is a 409 with its reason, and the payment does not change", async () => {
  const till = await openTill();
  const { body: held } = await till.charge({ capture: "manual" });
  const row = { id: held.id, railReference: null, railToken: "sbx_success_4242", currency: "EUR" };
  await rail.connector.cancel(row);
  const at = (step: string) => `/v1/payments/${held.id}/${step}`;
  const key = { "Idempotency-Key": "capture-1" };
  const refused = await till.call("POST", at("capture"), {}, key);
  assert.deepEqual([refused.status, refused.body.error.code], [409, "state_invalid"]);
  assert.match(refused.body.error.message, /refused the capture: The authorisation was released/);
  const read = async () => (await till.call<PaymentWire>("GET", `/v1/payments/${held.id}`)).body;
  assert.deepEqual(
    [(await read()).status, (await read()).amount_captured],
    ["requires_capture", 0],
  );
  assert.equal((await till.call("POST", at("capture"), {}, key)).text, refused.text);
  assert.deepEqual(await till.eventsOf(held.id), []);
  assert.deepEqual(await linesOf(held.id), ["authorisation", "cancel"]);
});

test("a repeat gets a refusal that only the worker received", async () => {
  const till = await openTill();
  const { body: held } = await till.charge({ capture: "manual" });
  const row = { id: held.id, railReference: null, railToken: "sbx_success_4242", currency: "EUR" };
  await rail.connector.cancel(row);
  const path = `/v1/payments/${held.id}/capture`;
  const key = { "Idempotency-Key": "capture-2" };
  await rail.befall("timeout_after", { operations: ["capture"] });
  assert.equal((await till.call("POST", path, {}, key)).status, 502);
  await rail.befall(null);
  passTime(60_000);
  await settleUnfinished();
  const [open] = await till.rows<{ step: string | null; rail_check_at: Date | null }>(
    "select step, rail_check_at from payments where account_id = $1",
  );
  // It is authorised as before, until it expires.
  assert.deepEqual(open, { step: null, rail_check_at: new Date(String(held.expires_at)) });
  const repeat = await till.call("POST", path, {}, key);
  assert.deepEqual([repeat.status, repeat.body.error.code], [409, "state_invalid"]);
  assert.equal((await till.call("POST", path, {}, key)).text, repeat.text);
});
