// Manual capture and cancellation happen exactly once, also with crashes and races.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Rail, RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import { api } from "#test/api.ts";
import { openTill, type Till } from "#test/money.ts";
import { moveClock } from "#test/moving-clock.ts";
import { runApiChild } from "#test/run-api-child.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";
import { undoAfterEach } from "#test/undo.ts";

const undo = undoAfterEach();

const KEY = { "Idempotency-Key": "capture-6735" };

async function authorised(params: object = {}) {
  const till = await openTill();
  const { status, body } = await till.charge({ capture: "manual", ...params });
  assert.equal(status, 201);
  const path = `/v1/payments/${body.id}`;
  return {
    till,
    payment: body,
    read: async () => (await till.call("GET", path)).body,
    capture: (params: object = {}, headers?: Record<string, string>) =>
      till.call("POST", `${path}/capture`, params, headers),
    cancel: (headers?: Record<string, string>) => till.call("POST", `${path}/cancel`, {}, headers),
  };
}

const transfersOf = (till: Till) =>
  till.rows<{ kind: string; amount: bigint }>(
    "select kind, amount from ledger_transfers where account_id = $1 and kind = 'capture'",
  );

/** Replaces the sandbox by a rail that differs in `changes`. */
function changeRail(changes: Partial<Rail>): void {
  undo.push(useRail("test", { ...railFor("test"), ...changes }));
}

function passTheLock(): void {
  const clock = moveClock();
  undo.push(clock.putBack);
  clock.advance(31_000);
}

test("a manual payment is only authorised first: nothing is booked and no event is sent", async () => {
  const { till, payment } = await authorised();
  assert.deepEqual(
    [payment.status, payment.capture, payment.amount_captured, payment.next_action],
    ["requires_capture", "manual", 0, null],
  );
  assert.deepEqual(await transfersOf(till), []);
  assert.deepEqual(await till.eventsOf(payment.id), []);
  const refund = await till.refund({ payment: payment.id });
  assert.deepEqual([refund.status, refund.body.error.code], [409, "state_invalid"]);
});

test("a capture takes the whole amount and sends two events in order; its replay changes nothing", async () => {
  const { till, payment, capture } = await authorised();
  const done = await capture({}, KEY);
  assert.deepEqual(
    [done.status, done.body.status, done.body.amount_captured],
    [200, "succeeded", payment.amount],
  );
  assert.deepEqual(await till.eventsOf(payment.id), ["payment.captured", "payment.succeeded"]);
  assert.deepEqual(await transfersOf(till), [{ kind: "capture", amount: BigInt(payment.amount) }]);
  const again = await capture({}, KEY);
  assert.deepEqual([again.status, again.text], [200, done.text]);
  assert.equal(again.headers.get("Service-Idempotent-Replay"), "true");
  const other = await capture({ amount: 1 }, KEY);
  assert.deepEqual([other.status, other.body.error.code], [409, "idempotency_conflict"]);
  const second = await capture();
  assert.deepEqual([second.status, second.body.error.code], [409, "state_invalid"]);
  assert.equal((await transfersOf(till)).length, 1);
});

test("a part can be captured once; the rest is released and only the part can be refunded", async () => {
  const { till, payment, capture } = await authorised({ amount: 5000 });
  const tooMuch = await capture({ amount: 5001 });
  assert.deepEqual([tooMuch.status, tooMuch.body.error.param], [400, "amount"]);
  for (const amount of [0, -1, 1.5, "12"]) {
    assert.equal((await capture({ amount })).body.error.param, "amount", String(amount));
  }
  assert.equal((await capture({ tip: 1 })).body.error.param, "tip");
  const done = await capture({ amount: 1200 });
  assert.deepEqual([done.body.amount, done.body.amount_captured], [5000, 1200]);
  assert.equal((await capture({ amount: 3800 })).body.error.code, "state_invalid");
  const refund = await till.refund({ payment: payment.id, amount: 1201 });
  assert.deepEqual([refund.status, refund.body.error.param], [400, "amount"]);
  assert.equal((await till.refund({ payment: payment.id })).body.amount, 1200);
});

test("a cancellation releases the authorisation once and books nothing", async () => {
  const { till, payment, cancel, capture } = await authorised();
  const done = await cancel(KEY);
  assert.deepEqual([done.status, done.body.status], [200, "canceled"]);
  assert.deepEqual(await till.eventsOf(payment.id), ["payment.canceled"]);
  assert.deepEqual(await transfersOf(till), []);
  assert.equal((await cancel(KEY)).text, done.text);
  for (const refused of [await cancel(), await capture()]) {
    assert.deepEqual([refused.status, refused.body.error.code], [409, "state_invalid"]);
  }
});

test("a payment that was captured immediately or declined can be neither captured nor canceled", async () => {
  const till = await openTill();
  const { body: paid } = await till.charge();
  const declined = await till.charge({
    capture: "manual",
    payment_method: "pm_test_4000000000000002",
  });
  assert.equal(declined.status, 402);
  for (const id of [paid.id, String(declined.body.error.payment?.id)]) {
    for (const verb of ["capture", "cancel"]) {
      const refused = await till.call("POST", `/v1/payments/${id}/${verb}`, {});
      assert.deepEqual([refused.status, refused.body.error.code], [409, "state_invalid"]);
    }
  }
});

test("exactly one of concurrent captures and cancellations succeeds, and the books agree with it", async () => {
  for (let round = 0; round < 4; round++) {
    const { till, payment, capture, cancel, read } = await authorised();
    const answers = await Promise.all([
      capture(),
      cancel(),
      capture({ amount: 700 }),
      cancel(),
      capture(),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    for (const { status, body } of answers) {
      if (status !== 200) assert.deepEqual([status, body.error.code], [409, "state_invalid"]);
    }
    const after = await read();
    assert.deepEqual(after, won[0]?.body);
    const booked = (await transfersOf(till)).map(({ amount }) => Number(amount));
    assert.deepEqual(booked, after.status === "succeeded" ? [after.amount_captured] : []);
    const news = await till.eventsOf(payment.id);
    const expected =
      after.status === "succeeded"
        ? ["payment.captured", "payment.succeeded"]
        : ["payment.canceled"];
    assert.deepEqual(news, expected);
  }
});

test("twenty calls with one key capture once", async () => {
  const { till, capture } = await authorised();
  const answers = await Promise.all(Array.from({ length: 20 }, () => capture({}, KEY)));
  assert.equal((await transfersOf(till)).length, 1);
  const bodies = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
  assert.equal(bodies.size, 1);
  for (const { status, body } of answers) {
    if (status !== 200) assert.equal(body.error.code, "idempotency_in_progress");
  }
});

test("a rail timeout is a 502; the repeat asks the rail first and captures once", async () => {
  const { till, capture, cancel, read } = await authorised();
  let sent = 0;
  let down = true;
  changeRail({
    async capture() {
      sent += 1;
      if (down) throw new RailUnavailableError("timed out after acting");
      return { result: "captured" };
    },
  });
  const lost = await capture({}, KEY);
  assert.deepEqual([lost.status, lost.body.error.code], [502, "gateway_error"]);
  assert.equal((await read()).status, "requires_capture");
  const rival = await cancel();
  assert.deepEqual([rival.status, rival.body.error.code], [409, "state_invalid"]);
  down = false;
  const repeat = await capture({}, KEY);
  assert.deepEqual([repeat.status, repeat.body.status, sent], [200, "succeeded", 1]);
  assert.equal((await transfersOf(till)).length, 1);
});

for (const verb of ["capture", "cancel"] as const) {
  for (const die of ["before", "after"] as const) {
    test(`after a crash ${die} the rail did a ${verb}, the loop finishes it once`, async () => {
      const { till, payment, read } = await authorised();
      const path = `/v1/payments/${payment.id}/${verb}`;
      const child = await runApiChild({ key: till.key, calls: [["POST", path, {}, KEY]], die });
      assert.deepEqual([child.signal, child.statuses], ["SIGKILL", []]);
      assert.equal((await read()).status, "requires_capture");
      const tooSoon = await till.call("POST", path, {}, KEY);
      assert.equal(tooSoon.body.error.code, "idempotency_in_progress");
      let sent = 0;
      const known = die === "after";
      changeRail({
        captureStatus: async () => ({ result: known ? "captured" : "unknown" }),
        cancelStatus: async () => ({ result: known ? "canceled" : "unknown" }),
        async capture() {
          sent += 1;
          return { result: "captured" };
        },
        async cancel() {
          sent += 1;
          return { result: "canceled" };
        },
      });
      await settleUnfinished();
      assert.equal((await read()).status, "requires_capture", "not asked before its time");
      passTheLock();
      await settleUnfinished();
      assert.equal(sent, known ? 0 : 1);
      const expected = verb === "capture" ? "succeeded" : "canceled";
      assert.equal((await read()).status, expected);
      const repeat = await till.call("POST", path, {}, KEY);
      assert.deepEqual([repeat.status, repeat.body.status], [200, expected]);
      const replay = await till.call("POST", path, {}, KEY);
      assert.equal(replay.text, repeat.text);
      assert.equal(sent, known ? 0 : 1);
      assert.equal((await transfersOf(till)).length, verb === "capture" ? 1 : 0);
      const news = verb === "capture" ? 2 : 1;
      assert.equal((await till.eventsOf(payment.id)).length, news);
    });
  }
}

test("a repeat of a capture that the rail refused is not told that another amount was captured", async () => {
  const { capture, read } = await authorised();
  changeRail({
    capture: async () => {
      throw new RailUnavailableError("gone");
    },
  });
  assert.equal((await capture({ amount: 1500 }, KEY)).status, 502);
  passTheLock();
  changeRail({
    captureStatus: async () => ({ result: "refused", message: "above the limit" }),
    capture: async () => ({ result: "captured" }),
  });
  await settleUnfinished();
  const smaller = await capture({ amount: 700 });
  assert.deepEqual([smaller.status, smaller.body.amount_captured], [200, 700]);
  const again = await capture({ amount: 1500 }, KEY);
  assert.deepEqual([again.status, again.body.error?.code], [409, "state_invalid"]);
  assert.equal((await read()).amount_captured, 700);
});

test("a key of the other mode cannot find the payment to capture or cancel", async () => {
  const { till, payment } = await authorised();
  for (const verb of ["capture", "cancel"]) {
    const path = `/v1/payments/${payment.id}/${verb}`;
    const { status, body } = await api().call(till.keys.live.secret, "POST", path, {});
    assert.deepEqual([status, body.error.code], [404, "resource_missing"]);
  }
});
