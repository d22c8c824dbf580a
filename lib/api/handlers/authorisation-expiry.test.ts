// Authorisations expire after 7 days unless they are captured.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, nowMs, secondOf, toIsoSeconds, useClock } from "#lib/kernel/clock.ts";
import { type Rail, railFor, useRail } from "#lib/rails/index.ts";
import { openTill, type Till } from "#test/money.ts";
import { undoAfterEach } from "#test/undo.ts";

const undo = undoAfterEach();

const BEFORE = { "Service-Version": "2026-04-01" };
const LIFE_S = 7 * 86_400;

async function authorised(till: Till, headers: Record<string, string> = {}) {
  const { status, body, text } = await till.charge({ capture: "manual" }, headers);
  assert.deepEqual([status, body.status], [201, "requires_capture"], text);
  return body;
}

const advance = (till: Till, seconds: number) =>
  till.call("POST", "/v1/test/clock/advance", { seconds });
const read = async (till: Till, id: string) => (await till.call("GET", `/v1/payments/${id}`)).body;
const capture = (till: Till, id: string) => till.call("POST", `/v1/payments/${id}/capture`, {});

/** Records the payments that the rail is asked to release. */
function watchReleases(): string[] {
  const released: string[] = [];
  const rail = railFor("test");
  const cancel: Rail["cancel"] = (request) => {
    released.push(request.id);
    return rail.cancel(request);
  };
  const cancelStatus: Rail["cancelStatus"] = async () => ({ result: "unknown" });
  undo.push(useRail("test", { ...rail, cancel, cancelStatus }));
  return released;
}

/** Stops this process's clock and returns its time. */
function stopClock(): number {
  const ms = nowMs();
  undo.push(useClock({ nowMs: () => ms }));
  return ms;
}

test("an authorisation has an expiry 7 days later, and is then canceled and released", async () => {
  const released = watchReleases();
  const till = await openTill();
  const ms = stopClock();
  const payment = await authorised(till);
  const end = toIsoSeconds(secondOf(new Date(ms + 7 * DAY_MS)));
  assert.equal(payment.expires_at, end);
  await advance(till, LIFE_S - 2);
  assert.equal((await read(till, payment.id)).status, "requires_capture");
  assert.deepEqual(released, []);
  await advance(till, 2);
  const canceled = await read(till, payment.id);
  assert.deepEqual([canceled.status, canceled.expires_at], ["canceled", null]);
  assert.deepEqual(released, [payment.id]);
  assert.deepEqual(await till.eventsOf(payment.id), ["payment.canceled"]);
  const late = await capture(till, payment.id);
  assert.deepEqual([late.status, late.body.error.code], [409, "state_invalid"]);
});

test("a payment captured before the expiry never expires", async () => {
  const till = await openTill();
  const payment = await authorised(till);
  await advance(till, LIFE_S - 60);
  const done = await capture(till, payment.id);
  assert.deepEqual([done.status, done.body.status, done.body.expires_at], [200, "succeeded", null]);
  await advance(till, 120);
  assert.equal((await read(till, payment.id)).status, "succeeded");
});

test("a capture after the expiry is refused even before a worker has canceled the payment", async () => {
  const till = await openTill();
  const ms = stopClock();
  const payment = await authorised(till);
  undo.push(useClock({ nowMs: () => ms + 7 * DAY_MS }));
  const late = await capture(till, payment.id);
  assert.deepEqual([late.status, late.body.error.code], [409, "state_invalid"]);
  assert.match(late.body.error.message, /expired/);
});

test("a capture that the rail refuses does not prevent the expiry", async () => {
  const till = await openTill();
  const payment = await authorised(till);
  const rail = railFor("test");
  const refuse: Rail["capture"] = async () => ({ result: "refused", message: "not now" });
  const putBack = useRail("test", { ...rail, capture: refuse });
  assert.equal((await capture(till, payment.id)).status, 409);
  putBack();
  await advance(till, LIFE_S + 60);
  assert.equal((await read(till, payment.id)).status, "canceled");
});

test("captures that race with the expiry have exactly one outcome each", async () => {
  const till = await openTill();
  const payments = [];
  for (let i = 0; i < 6; i++) payments.push(await authorised(till));
  await advance(till, LIFE_S - 30);
  const ended = advance(till, 60);
  const captures = await Promise.all(payments.map(({ id }) => capture(till, id)));
  await ended;
  for (const [i, { id }] of payments.entries()) {
    const captured = captures[i]!.status === 200;
    assert.equal((await read(till, id)).status, captured ? "succeeded" : "canceled");
    const events = captured ? ["payment.captured", "payment.succeeded"] : ["payment.canceled"];
    assert.deepEqual(await till.eventsOf(id), events);
  }
});

test("a payment of a version before 2026-12-01 does not expire", async () => {
  const till = await openTill();
  const payment = await authorised(till, BEFORE);
  assert.equal(payment.expires_at, null);
  await advance(till, 30 * 86_400);
  const done = await capture(till, payment.id);
  assert.deepEqual([done.status, done.body.status], [200, "succeeded"]);
});
