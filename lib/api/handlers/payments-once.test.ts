// A payment is created once per key, also with crashes and races.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Rail, RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import { openTill, type Till } from "#test/money.ts";
import { moveClock } from "#test/moving-clock.ts";
import { runApiChild } from "#test/run-api-child.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";
import { undoAfterEach } from "#test/undo.ts";

const undo = undoAfterEach();

/** Replaces the sandbox by a rail that differs in `changes` and counts its charges. */
function fakeRail(changes: (rail: Rail) => Partial<Rail>): { charged: string[] } {
  const real = railFor("test");
  const charged: string[] = [];
  const counting: Rail = {
    ...real,
    async authorise(request) {
      if (!charged.includes(request.id)) charged.push(request.id);
      return await real.authorise(request);
    },
  };
  undo.push(useRail("test", { ...counting, ...changes(counting) }));
  return { charged };
}

/** Moves this process's clock past the time when an unanswered call can be taken over. */
function passTheLock(): void {
  const clock = moveClock();
  undo.push(clock.putBack);
  clock.advance(31_000);
}

async function books(till: Till) {
  const [row] = await till.rows<Record<string, bigint>>(`
    select (select count(*) from payments where account_id = $1) as payments,
           (select count(*) from payments where account_id = $1 and status = 'succeeded') as succeeded,
           (select count(*) from payment_methods where account_id = $1) as methods,
           (select count(*) from events where account_id = $1 and type like 'payment.%') as events,
           (select count(*) from ledger_transfers where account_id = $1 and kind = 'capture') as transfers,
           (select count(*) from balance_transactions where account_id = $1) as entries,
           (select count(*) from payment_outcomes where account_id = $1) as outcomes`);
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]),
  );
}
const ONE = {
  payments: 1,
  succeeded: 1,
  methods: 1,
  events: 1,
  transfers: 1,
  entries: 1,
  outcomes: 1,
};
const KEY = { "Idempotency-Key": "order-6735" };

test("fifty parallel calls with one key create one payment; the rest are replays or in progress", async () => {
  const till = await openTill();
  const answers = await Promise.all(Array.from({ length: 50 }, () => till.charge({}, KEY)));
  const first = answers.filter(({ status }) => status === 201);
  assert.equal(first.length, 1);
  for (const { status, body, text, headers } of answers) {
    if (status === 409) assert.equal(body.error.code, "idempotency_in_progress");
    else assert.equal(text, first[0]?.text);
    if (status === 200) assert.equal(headers.get("Service-Idempotent-Replay"), "true");
    assert.ok([200, 201, 409].includes(status), String(status));
  }
  assert.deepEqual(await books(till), ONE);
  const other = await till.charge({ amount: 2000 }, KEY);
  assert.deepEqual([other.status, other.body.error.code], [409, "idempotency_conflict"]);
  assert.deepEqual(await books(till), ONE);
});

test("while the first call waits for the rail, repeats get 409 and charge nothing", async () => {
  const till = await openTill();
  const atTheRail = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { charged } = fakeRail((rail) => ({
    async authorise(request) {
      atTheRail.resolve();
      await gate.promise;
      return await rail.authorise(request);
    },
  }));
  const first = till.charge({}, KEY);
  await atTheRail.promise;
  const repeats = await Promise.all(Array.from({ length: 5 }, () => till.charge({}, KEY)));
  for (const { status, body } of repeats) {
    assert.deepEqual([status, body.error.code], [409, "idempotency_in_progress"]);
  }
  const other = await till.charge({ amount: 2000 }, KEY);
  assert.equal(other.body.error.code, "idempotency_conflict");
  gate.resolve();
  assert.equal((await first).status, 201);
  assert.equal(charged.length, 1);
  assert.deepEqual(await books(till), ONE);
});

test("a repeat replays success and decline with the bytes of the first response", async () => {
  const till = await openTill();
  const paid = await till.charge({}, KEY);
  const again = await till.charge({}, KEY);
  assert.deepEqual([paid.status, again.status, again.text], [201, 200, paid.text]);
  assert.equal(paid.headers.get("Service-Idempotent-Replay"), null);
  const params = { payment_method: "pm_test_4000000000000002" };
  const declined = await till.charge(params, { "Idempotency-Key": "declined" });
  const repeated = await till.charge(params, { "Idempotency-Key": "declined" });
  assert.deepEqual([declined.status, repeated.status], [402, 402]);
  assert.equal(repeated.text, declined.text);
  assert.equal(repeated.headers.get("Service-Idempotent-Replay"), "true");
  assert.equal((await books(till)).payments, 2);
});

test("a replay does not depend on the customer's current state", async () => {
  const till = await openTill();
  const { body: customer } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const paid = await till.charge({ customer: customer.id }, KEY);
  await till.call("DELETE", `/v1/customers/${customer.id}`);
  const again = await till.charge({ customer: customer.id }, KEY);
  assert.deepEqual([again.status, again.text], [200, paid.text]);
});

test("a refusal before anything was recorded leaves the key unused", async () => {
  const till = await openTill();
  const refused = await till.charge({ payment_method: "pm_01kp0c5n7v3m8q2w4x6y9z1b5d" }, KEY);
  assert.equal(refused.status, 404);
  assert.equal((await till.charge({}, KEY)).status, 201);
});

test("a rail timeout is a 502; the repeat asks the rail by our id and never charges again", async () => {
  const till = await openTill();
  let down = true;
  const { charged } = fakeRail((rail) => ({
    async authorise(request) {
      const outcome = await rail.authorise(request);
      if (down) throw new RailUnavailableError("timed out after acting");
      return outcome;
    },
  }));
  const lost = await till.charge({}, KEY);
  assert.deepEqual([lost.status, lost.body.error.code], [502, "gateway_error"]);
  const { body: list } = await till.call("GET", "/v1/payments");
  assert.equal(list.data[0]?.status, "processing");
  assert.deepEqual(await till.eventsOf(String(list.data[0]?.id)), []);
  down = false;
  const repeat = await till.charge({}, KEY);
  assert.deepEqual([repeat.status, repeat.body.status], [201, "succeeded"]);
  assert.equal(repeat.body.id, list.data[0]?.id);
  assert.equal(charged.length, 1);
  assert.deepEqual(await books(till), ONE);
});

test("the recovery loop finishes a call that timed out, and the repeat returns its outcome", async () => {
  const till = await openTill();
  let down = true;
  fakeRail((rail) => ({
    async authorise(request) {
      if (down) throw new RailUnavailableError("timed out before acting");
      return await rail.authorise(request);
    },
    async authoriseStatus() {
      return { result: "unknown" };
    },
  }));
  assert.equal((await till.charge({}, KEY)).status, 502);
  await settleUnfinished();
  assert.equal((await books(till)).succeeded, 0, "not asked before its time");
  passTheLock();
  await settleUnfinished();
  assert.equal((await books(till)).succeeded, 0, "a rail that is down is asked again later");
  down = false;
  passTheLock();
  await Promise.all([settleUnfinished(), settleUnfinished()]);
  assert.deepEqual(await books(till), ONE);
  const repeat = await till.charge({}, KEY);
  assert.deepEqual([repeat.status, repeat.body.status], [201, "succeeded"]);
  const replay = await till.charge({}, KEY);
  assert.deepEqual([replay.status, replay.text], [200, repeat.text]);
  assert.deepEqual(await books(till), ONE);
});

for (const die of ["before", "after"] as const) {
  test(`a crash ${die} the rail acted leaves one payment, one event, one transfer`, async () => {
    const till = await openTill();
    const body = { amount: 1999, currency: "EUR", method: "card" };
    const params = { ...body, payment_method: "pm_test_4242424242424242" };
    const child = await runApiChild({
      key: till.key,
      calls: [["POST", "/v1/payments", params, KEY]],
      die,
    });
    assert.deepEqual([child.signal, child.statuses], ["SIGKILL", []]);
    assert.deepEqual(await books(till), {
      ...ONE,
      succeeded: 0,
      events: 0,
      transfers: 0,
      entries: 0,
      outcomes: 0,
    });
    const tooSoon = await till.charge({}, KEY);
    assert.equal(tooSoon.body.error.code, "idempotency_in_progress");
    const { charged } = fakeRail((rail) => ({
      async authoriseStatus(request) {
        return die === "after" ? await railFor("test").authorise(request) : { result: "unknown" };
      },
      authorise: rail.authorise,
    }));
    passTheLock();
    const [, rival] = await Promise.all([
      settleUnfinished(),
      till.charge({}, KEY),
      settleUnfinished(),
    ]);
    assert.deepEqual(await books(till), ONE);
    assert.equal(charged.length, 1);
    const repeat = await till.charge({}, KEY);
    assert.equal(repeat.body.status, "succeeded");
    // Exactly one asked the rail: the call, or a loop while the call got 409.
    if (rival.status === 201) assert.equal(repeat.text, rival.text);
    else assert.equal(rival.body.error.code, "idempotency_in_progress");
  });
}
