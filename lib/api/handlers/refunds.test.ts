import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import { openTill, type Till } from "#test/money.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";
import { runApiChild } from "#test/run-api-child.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";

let clock: MovingClock;
beforeEach(() => {
  clock = moveClock();
});
afterEach(() => clock.putBack());

const ASYNCHRONOUS = "pm_test_4000000000007726";
const FAILING = "pm_test_4000000000005126";

async function paid(params: object = {}): Promise<{ till: Till; payment: string }> {
  const till = await openTill();
  const { status, body } = await till.charge(params);
  assert.equal(status, 201);
  return { till, payment: body.id };
}

const refundedOf = async (till: Till, payment: string) =>
  (await till.call("GET", `/v1/payments/${payment}`)).body.amount_refunded;

async function transfersOf(till: Till, sourceId: string) {
  const rows = await till.rows<{ kind: string; amount: bigint; source_id: string }>(
    "select kind, amount, source_id from ledger_transfers where account_id = $1 order by id",
  );
  return rows.filter((row) => row.source_id === sourceId).map((row) => [row.kind, row.amount]);
}

test("part of a payment is refunded, then the rest, each with its transitions, transfers and events", async () => {
  const { till, payment } = await paid();
  const part = await till.refund({
    payment,
    amount: 500,
    reason: "requested_by_customer",
    metadata: { ticket: "9" },
  });
  assert.equal(part.status, 201);
  const { id, created, ...rest } = part.body;
  assert.match(id, /^re_/);
  assert.match(created, /Z$/);
  assert.deepEqual(rest, {
    object: "refund",
    livemode: false,
    metadata: { ticket: "9" },
    payment,
    amount: 500,
    currency: "EUR",
    status: "settled",
    reason: "requested_by_customer",
    failure_reason: null,
    settlement: null,
  });
  assert.equal(await refundedOf(till, payment), 500);
  assert.deepEqual(await till.eventsOf(id), ["refund.updated", "refund.updated", "refund.settled"]);
  assert.deepEqual(await transfersOf(till, id), [["refund", 500n]]);
  const others = await till.refund({ payment });
  assert.deepEqual([others.status, others.body.amount], [201, 1499]);
  assert.equal(await refundedOf(till, payment), 1999);
  const read = await till.call("GET", `/v1/refunds/${id}?expand[]=payment`);
  assert.equal((read.body.payment as { id: string }).id, payment);
  const { body: list } = await till.call("GET", `/v1/refunds?payment=${payment}&status=settled`);
  assert.deepEqual(
    list.data.map((refund) => refund.id),
    [others.body.id, id],
  );
});

test("a refund above the remaining amount is a 400 and changes nothing; the error is stored under its key", async () => {
  const { till, payment } = await paid();
  await till.refund({ payment, amount: 1500 });
  const key = { "Idempotency-Key": "too much" };
  for (const replay of [null, "true"]) {
    const { status, body, headers } = await till.refund({ payment, amount: 500 }, key);
    assert.deepEqual([status, body.error.param], [400, "amount"]);
    assert.match(body.error.message, /4\.99 EUR/);
    assert.equal(headers.get("Service-Idempotent-Replay"), replay);
  }
  assert.equal((await till.refund({ payment, amount: 499 })).status, 201);
  const nothing = await till.refund({ payment });
  assert.deepEqual([nothing.status, nothing.body.error.param], [400, "amount"]);
  assert.equal(await refundedOf(till, payment), 1999);
});

test("thirty concurrent refunds never exceed the captured amount", async () => {
  const { till, payment } = await paid({ amount: 1000 });
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => till.refund({ payment, amount: 70 })),
  );
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, 14, "fourteen times 70 fit into 1000");
  for (const { status, body } of answers.filter(({ status: other }) => other !== 201)) {
    assert.deepEqual([status, body.error.param], [400, "amount"]);
  }
  assert.equal(await refundedOf(till, payment), 980);
  const [sum] = await till.rows<{ sum: bigint }>(
    "select sum(amount)::bigint as sum from ledger_transfers where account_id = $1 and kind = 'refund'",
  );
  assert.equal(sum?.sum, 980n);
});

test("one key refunds once, also in parallel; another body is a conflict", async () => {
  const { till, payment } = await paid();
  const key = { "Idempotency-Key": "r" };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => till.refund({ payment, amount: 100 }, key)),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.ok(answers.every(({ status }) => [200, 201, 409].includes(status)));
  const replay = await till.refund({ payment, amount: 100 }, key);
  assert.deepEqual([replay.status, replay.body.amount], [200, 100]);
  assert.equal((await till.refund({ payment, amount: 101 }, key)).status, 409);
  assert.equal(await refundedOf(till, payment), 100);
});

test("only a payment that succeeded can be refunded", async () => {
  const till = await openTill();
  const declined = await till.charge({ payment_method: "pm_test_4000000000000002" });
  const answer = await till.refund({ payment: declined.body.error.payment?.id });
  assert.deepEqual([answer.status, answer.body.error.code], [409, "state_invalid"]);
  const unknown = await till.refund({ payment: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d" });
  assert.deepEqual([unknown.status, unknown.body.error.param], [404, "payment"]);
});

test("each invalid parameter is named", async () => {
  const { till, payment } = await paid();
  const cases: [object, string][] = [
    [{}, "payment"],
    [{ payment, amount: 0 }, "amount"],
    [{ payment, amount: 1.5 }, "amount"],
    [{ payment, amount: -1 }, "amount"],
    [{ payment, reason: "mood" }, "reason"],
    [{ payment, note: "x" }, "note"],
    [{ payment, metadata: { a: 1 } }, "metadata[a]"],
  ];
  for (const [params, param] of cases) {
    const { status, body } = await till.refund(params);
    assert.deepEqual([status, body.error?.param], [400, param], JSON.stringify(params));
  }
  assert.equal(await refundedOf(till, payment), 0);
});

test("an asynchronous refund is pending, then submitted, then settled, by the loop alone", async () => {
  const { till, payment } = await paid({ payment_method: ASYNCHRONOUS });
  const { body: refund } = await till.refund({ payment, amount: 700 });
  assert.equal(refund.status, "pending");
  const statusNow = async () => {
    await settleUnfinished();
    return (await till.call("GET", `/v1/refunds/${refund.id}`)).body.status;
  };
  assert.equal(await statusNow(), "pending");
  assert.deepEqual(await transfersOf(till, refund.id), []);
  clock.advance(10_000);
  assert.equal(await statusNow(), "submitted");
  assert.deepEqual(await till.eventsOf(refund.id), ["refund.updated"]);
  assert.deepEqual(await transfersOf(till, refund.id), [["refund", 700n]]);
  clock.advance(10_000);
  assert.equal(await statusNow(), "settled");
  assert.deepEqual(await till.eventsOf(refund.id), [
    "refund.updated",
    "refund.updated",
    "refund.settled",
  ]);
  assert.deepEqual(await transfersOf(till, refund.id), [["refund", 700n]]);
});

test("a refund that the bank returns restores the refundable amount, and the books agree", async () => {
  const { till, payment } = await paid({ payment_method: FAILING });
  const { body: refund } = await till.refund({ payment });
  assert.equal(refund.status, "submitted");
  assert.equal(await refundedOf(till, payment), 1999);
  clock.advance(10_000);
  await settleUnfinished();
  const { body: failed } = await till.call("GET", `/v1/refunds/${refund.id}`);
  assert.deepEqual([failed.status, failed.failure_reason], ["failed", "expired_or_canceled_card"]);
  assert.deepEqual(await till.eventsOf(refund.id), [
    "refund.updated",
    "refund.updated",
    "refund.failed",
  ]);
  assert.deepEqual(await transfersOf(till, refund.id), [
    ["refund", 1999n],
    ["refund_reversal", 1999n],
  ]);
  assert.equal(await refundedOf(till, payment), 0);
});

test("a pending refund can be canceled once, and not after it was submitted", async () => {
  const { till, payment } = await paid({ payment_method: ASYNCHRONOUS });
  const { body: refund } = await till.refund({ payment, amount: 700 });
  const path = `/v1/refunds/${refund.id}/cancel`;
  const key = { "Idempotency-Key": "c" };
  const canceled = await till.call("POST", path, {}, key);
  assert.deepEqual([canceled.status, canceled.body.status], [200, "canceled"]);
  const again = await till.call("POST", path, {}, key);
  assert.deepEqual([again.status, again.text], [200, canceled.text]);
  assert.equal(again.headers.get("Service-Idempotent-Replay"), "true");
  const twice = await till.call("POST", path, {});
  assert.deepEqual([twice.status, twice.body.error.code], [409, "state_invalid"]);
  assert.equal(await refundedOf(till, payment), 0);
  assert.deepEqual(await till.eventsOf(refund.id), ["refund.updated"]);
  clock.advance(30_000);
  await settleUnfinished();
  assert.equal((await till.call("GET", `/v1/refunds/${refund.id}`)).body.status, "canceled");
  const { body: other } = await till.refund({ payment });
  clock.advance(10_000);
  const late = await till.call("POST", `/v1/refunds/${other.id}/cancel`, {});
  assert.deepEqual([late.status, late.body.error.code], [409, "state_invalid"]);
});

test("a repeat of a cancellation whose answer was lost gets its result, whoever recorded it", async () => {
  const { till, payment } = await paid({ payment_method: ASYNCHRONOUS });
  const { body: refund } = await till.refund({ payment, amount: 700 });
  const path = `/v1/refunds/${refund.id}/cancel`;
  const key = { "Idempotency-Key": "lost" };
  const real = railFor("test");
  const putBack = useRail("test", {
    ...real,
    async cancelRefund() {
      throw new RailUnavailableError("timed out after acting");
    },
    refundStatus: async () => ({ result: "canceled", railReference: "SBXSTOPPED" }),
  });
  try {
    assert.equal((await till.call("POST", path, {}, key)).status, 502);
    clock.advance(60_000);
    await settleUnfinished();
    const { status, body } = await till.call("POST", path, {}, key);
    assert.deepEqual([status, body.status], [200, "canceled"]);
  } finally {
    putBack();
  }
  const twice = await till.call("POST", path, {});
  assert.deepEqual([twice.status, twice.body.error.code], [409, "state_invalid"]);
  assert.equal(await refundedOf(till, payment), 0);
  assert.deepEqual(await till.eventsOf(refund.id), ["refund.updated"]);
});

test("a rail timeout is a 502; the repeat and the loop refund once", async () => {
  const { till, payment } = await paid();
  const real = railFor("test");
  const sent: string[] = [];
  const putBack = useRail("test", {
    ...real,
    async refund(request) {
      sent.push(request.id);
      throw new RailUnavailableError("timed out after acting");
    },
  });
  const key = { "Idempotency-Key": "r" };
  const lost = await till.refund({ payment, amount: 100 }, key);
  assert.deepEqual([lost.status, lost.body.error.code], [502, "gateway_error"]);
  assert.equal(await refundedOf(till, payment), 100, "held while nothing is known");
  const repeat = await till.refund({ payment, amount: 100 }, key);
  putBack();
  assert.deepEqual([repeat.status, repeat.body.status, sent.length], [201, "settled", 1]);
  assert.equal(await refundedOf(till, payment), 100);
  assert.deepEqual(await transfersOf(till, repeat.body.id), [["refund", 100n]]);
});

test("a crash at the rail leaves one refund, which the loop finishes", async () => {
  const { till, payment } = await paid();
  const key = { "Idempotency-Key": "r" };
  const child = await runApiChild({
    key: till.key,
    calls: [["POST", "/v1/refunds", { payment, amount: 100 }, key]],
    die: "after",
  });
  assert.equal(child.signal, "SIGKILL");
  clock.advance(31_000);
  await Promise.all([settleUnfinished(), settleUnfinished()]);
  const repeat = await till.refund({ payment, amount: 100 }, key);
  assert.deepEqual([repeat.status, repeat.body.status], [201, "settled"]);
  assert.deepEqual(await transfersOf(till, repeat.body.id), [["refund", 100n]]);
  assert.deepEqual(await till.rows("select id from refunds where account_id = $1"), [
    { id: repeat.body.id },
  ]);
});
