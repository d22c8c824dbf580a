import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import {
  advanceClockIn,
  DUE_WORK,
  finishAdvances,
  readClock,
} from "#lib/domain/sandbox-clock/index.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { PaymentWire } from "#lib/wire/contract/payments.ts";
import type { TestClockWire } from "#lib/wire/contract/test-clock.ts";
import { clockLooks } from "#test/clock-looks.ts";
import { holdRail } from "#test/live-rail.ts";
import { openTill, openTillAfterCutOff, type Till } from "#test/money.ts";
import { undoAfterEach } from "#test/undo.ts";

const DAY_S = 86_400;

const undo = undoAfterEach();

const advance = (till: Till, body: object, headers?: Record<string, string>) =>
  till.call<TestClockWire>("POST", "/v1/test/clock/advance", body, headers);
const aheadOf = async (till: Till) =>
  (await till.call<TestClockWire>("GET", "/v1/test/clock")).body.ahead_seconds;

test("an advance moves only this account's test mode", async () => {
  const [till, other] = await Promise.all([openTill(), openTill()]);
  assert.equal(await aheadOf(till), 0);
  const { status, body } = await advance(till, { seconds: 3 * DAY_S });
  assert.deepEqual([status, body.status, body.ahead_seconds], [200, "ready", 3 * DAY_S]);
  assert.equal(await aheadOf(other), 0);
  const { body: payment } = await till.charge();
  const ageMs = Date.parse(payment.created) - Date.now();
  assert.ok(ageMs > 2.9 * DAY_S * 1_000, "business goes by the sandbox's time");
});

test("work that becomes due during an advance happens at its own time", async () => {
  const till = await openTillAfterCutOff();
  const { body: slow } = await till.charge({ payment_method: "pm_test_4000000000007726" });
  await till.refund({ payment: slow.id, amount: 100 });
  const { body: waiting } = await till.charge({ payment_method: "pm_test_4000000000003220" });
  assert.equal(waiting.status, "requires_action");
  await advance(till, { seconds: 2 * DAY_S });
  const after = await till.call<PaymentWire>("GET", `/v1/payments/${waiting.id}`);
  assert.equal(after.body.status, "canceled");
  const events = await till.rows<{ type: string; created_at: Date; late: boolean }>(
    "select type, created_at from events where account_id = $1 order by created_at, id",
  );
  const types = events.map(({ type }) => type);
  const order = ["refund.settled", "payment.canceled", "settlement.created"];
  const places = order.map((type) => types.indexOf(type));
  assert.ok(
    places.every((place) => place >= 0),
    types.join(", "),
  );
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
    "in the order of their times",
  );
  const canceled = events.find(({ type }) => type === "payment.canceled")!;
  const expiredMs = Date.parse(waiting.created) + 3_600_000;
  assert.ok(Math.abs(canceled.created_at.getTime() - expiredMs) < 60_000);
});

test("the clock does not pass due work that another process is just claiming", async () => {
  const till = await openTill();
  const { body: waiting } = await till.charge({ payment_method: "pm_test_4000000000003220" });
  const [locked, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const claim = transact(async (tx) => {
    const mine = sql`account_id = ${till.account.id} and id = ${waiting.id}`;
    await tx.execute(sql`select from payments where ${mine} for update`);
    locked.resolve();
    await freed.promise;
  });
  await locked.promise;
  const advanced = advance(till, { seconds: 2 * DAY_S });
  while ((await aheadOf(till)) === 0) await setImmediate();
  freed.resolve();
  await claim;
  assert.equal((await advanced).body.ahead_seconds, 2 * DAY_S);
  const [canceled] = await till.rows<{ lateMs: number }>(
    `select extract(epoch from e.created_at - p.created_at)::float8 * 1000 - 3600000 as "lateMs"
       from events e join payments p on p.account_id = e.account_id and p.id = e.object_id
      where e.account_id = $1 and e.type = 'payment.canceled'`,
  );
  assert.ok(canceled && canceled.lateMs >= 0 && canceled.lateMs < 60_000, String(canceled?.lateMs));
});

test("the clock waits at its moment while another process does what was due", async () => {
  const till = await openTill();
  await till.charge({ payment_method: "pm_test_4000000000000259" });
  await till.charge({ amount: 50_000 });
  await till.rows(
    "insert into sandbox_clocks (account_id, ahead_ms, target_ms) values ($1, 2400000, 2400000)",
  );
  const held = holdRail("chargebackStatus");
  undo.push(held.letGo, held.putBack);
  const payments = DUE_WORK.find(({ name }) => name === "payments")!;
  const working = finishDue(payments, till.account.id);
  await held.reached;
  const advanced = advance(till, { seconds: 2 * DAY_S });
  await clockLooks(till, 3);
  assert.equal(await aheadOf(till), 2_400);
  held.letGo();
  await working;
  assert.equal((await advanced).body.ahead_seconds, 2_400 + 2 * DAY_S);
  const [charged] = await till.rows<{ taken: bigint }>(
    "select chargebacks as taken from settlements where account_id = $1",
  );
  assert.ok(charged && charged.taken > 0n, "the settlement of the day has its chargeback");
});

test("calls that keep coming do not hold the clock up", async () => {
  const till = await openTill();
  await till.charge({ payment_method: "pm_test_4000000000000259" });
  let hasArrived = false;
  const advanced = advance(till, { seconds: 120 }).finally(() => {
    hasArrived = true;
  });
  // As if a new call held a lease at each look.
  while (!hasArrived) {
    const ms = nowMs();
    const heldUntil = dateFromMs(ms + 30_000).toISOString();
    const dueAt = dateFromMs(ms + 20_000 + (await aheadOf(till)) * 1_000).toISOString();
    await till.rows(
      `update payments set rail_held_by = '${newId("req")}', rail_held_until = '${heldUntil}', rail_check_at = '${dueAt}'
        where account_id = $1`,
    );
  }
  const { body } = await advanced;
  assert.deepEqual([body.status, body.ahead_seconds], ["ready", 120]);
});

test("a repeated key advances once; a new one again", async () => {
  const till = await openTill();
  const headers = { "Idempotency-Key": "one-day" };
  const first = await advance(till, { seconds: DAY_S }, headers);
  const again = await advance(till, { seconds: DAY_S }, headers);
  assert.equal(again.headers.get("service-idempotent-replay"), "true");
  assert.equal(again.text, first.text, "the very bytes of the first answer");
  assert.equal(await aheadOf(till), DAY_S);
  const other = await advance(till, { seconds: 60 }, headers);
  assert.deepEqual([other.status, other.body.error.code], [409, "idempotency_conflict"]);
  await advance(till, { seconds: DAY_S });
  assert.equal(await aheadOf(till), 2 * DAY_S);
});

test("concurrent advances add up", async () => {
  const till = await openTill();
  await till.charge();
  await Promise.all(Array.from({ length: 5 }, () => advance(till, { seconds: DAY_S })));
  assert.equal(await aheadOf(till), 5 * DAY_S);
  const made = await till.rows("select 1 from settlements where account_id = $1");
  assert.equal(made.length, 1);
});

test("the worker finishes an advance that its process did not finish", async () => {
  const till = await openTill();
  await till.charge();
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  await transact((tx) => advanceClockIn(tx, ctx, DAY_S));
  assert.deepEqual([(await readClock(ctx)).isAdvancing, await aheadOf(till)], [true, 0]);
  // A turn lasts a second.
  while ((await readClock(ctx)).isAdvancing) await finishAdvances();
  assert.equal(await aheadOf(till), DAY_S);
  assert.equal((await till.rows("select 1 from settlements where account_id = $1")).length, 1);
});

test("waiting deliveries to test endpoints move forward with the clock", async () => {
  const till = await openTill();
  await till.rows(`
    insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id, status,
                            next_attempt_at, created_at)
    select $1, 'dlv_' || substr(id, 6), 'test', 'evt_x', 'payment.succeeded', 'pay_x', 'we_x',
           'retrying', now() + interval '2 hours', now() from accounts where id = $1`);
  await advance(till, { seconds: 3_600 });
  const [row] = await till.rows<{ left: number }>(
    `select extract(epoch from next_attempt_at - now())::float8 as left
       from deliveries where account_id = $1`,
  );
  assert.ok(row && row.left > 3_500 && row.left <= 3_600, String(row?.left));
});

test("invalid requests are refused by name, live mode has no clock, and nothing moves", async () => {
  const till = await openTill();
  for (const seconds of [0, -5, 1.5, 366 * DAY_S + 1, "a day"]) {
    const { status, body } = await advance(till, { seconds });
    assert.deepEqual(
      [status, body.error.code, body.error.param],
      [400, "parameter_invalid", "seconds"],
    );
  }
  const live = { authorization: `Bearer ${till.keys.live.secret}` };
  assert.equal((await advance(till, { seconds: 60 }, live)).status, 404);
  assert.equal((await till.call("GET", "/v1/test/clock", undefined, live)).status, 404);
  const nobody = await advance(till, { seconds: 60 }, { authorization: "" });
  assert.equal(nobody.status, 401);
  assert.equal(await aheadOf(till), 0);
});
