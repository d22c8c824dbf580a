// Runs alone: it holds calls to the rail, also those for the merchants of other files.
// One caller at a time asks a rail about an object: calls, repeats and the recovery loop share a lease.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { answerChallenge } from "#lib/domain/payments/index.ts";
import { type Rail, RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import { openBillingShop } from "#test/billing.ts";
import { disagreements } from "#test/books-agree.ts";
import { clockLooks } from "#test/clock-looks.ts";
import { type HeldRail, holdRail } from "#test/live-rail.ts";
import { AGREED, openTill, type Till } from "#test/money.ts";
import { moveClock } from "#test/moving-clock.ts";
import { openPayer } from "#test/payouts.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";
import { undoAfterEach } from "#test/undo.ts";

const undo = undoAfterEach();

const KEY = { "Idempotency-Key": "held" };

function hold(operation: keyof Rail, changes?: Partial<Rail>): HeldRail {
  const held = holdRail(operation, changes);
  // Releases held calls even if the test fails.
  undo.push(held.letGo, held.putBack);
  return held;
}

function passTheLease(): void {
  const clock = moveClock();
  undo.push(clock.putBack);
  clock.advance(31_000);
}

/** Makes everything that waits for a rail due now, like rail news or an advanced clock. */
async function makeAllDue({ rows }: Till): Promise<void> {
  for (const table of ["payments", "refunds", "payouts", "mandates"]) {
    await rows(
      `update ${table} set rail_check_at = now() - interval '1 s'
        where account_id = $1 and rail_check_at is not null`,
    );
  }
}

async function leasesOf({ rows }: Till): Promise<bigint> {
  const [left] = await rows<{ count: bigint }>(
    `select count(*) from (
       select rail_held_until from payments where account_id = $1
       union all select rail_held_until from refunds where account_id = $1
       union all select rail_held_until from payouts where account_id = $1
       union all select rail_held_until from mandates where account_id = $1) one
      where rail_held_until is not null`,
  );
  return left!.count;
}

const newest = async ({ rows }: Till, table: string) =>
  (await rows<{ id: string }>(`select id from ${table} where account_id = $1 order by id`)).at(-1)!
    .id;

type Answer = { status: number; text: string; body: { error?: { code: string } } };
const codeOf = ({ status, body }: Answer) => [status, body.error?.code];
const IN_PROGRESS = [409, "idempotency_in_progress"];

type Scene = {
  operation: "authorise" | "capture" | "cancel" | "refund" | "cancelRefund";
  table: "payments" | "refunds";
  /** Creates what the call needs; returns the call that is then held. */
  prepare(till: Till): Promise<() => Promise<Answer>>;
};

const authorised = async (till: Till) => (await till.charge({ capture: "manual" })).body.id;

const SCENES: Scene[] = [
  {
    operation: "authorise",
    table: "payments",
    prepare: async (till) => () => till.charge({}, KEY),
  },
  {
    operation: "capture",
    table: "payments",
    async prepare(till) {
      const id = await authorised(till);
      return () => till.call("POST", `/v1/payments/${id}/capture`, {}, KEY);
    },
  },
  {
    operation: "cancel",
    table: "payments",
    async prepare(till) {
      const id = await authorised(till);
      return () => till.call("POST", `/v1/payments/${id}/cancel`, {}, KEY);
    },
  },
  {
    operation: "refund",
    table: "refunds",
    async prepare(till) {
      const payment = (await till.charge()).body.id;
      return () => till.refund({ payment }, KEY);
    },
  },
  {
    operation: "cancelRefund",
    table: "refunds",
    async prepare(till) {
      const payment = (await till.charge({ payment_method: "pm_test_4000000000007726" })).body.id;
      const { id } = (await till.refund({ payment })).body;
      return () => till.call("POST", `/v1/refunds/${id}/cancel`, {}, KEY);
    },
  },
];

for (const { operation, table, prepare } of SCENES) {
  test(`while a call waits for ${operation}, a repeat gets 409 and the loop asks nothing`, async () => {
    const till = await openTill();
    const call = await prepare(till);
    const held = hold(operation);
    const first = call();
    await held.reached;
    const id = await newest(till, table);
    await makeAllDue(till);
    const [repeat] = await Promise.all([call(), settleUnfinished()]);
    assert.deepEqual(codeOf(repeat), IN_PROGRESS);
    assert.deepEqual(held.callsAbout(id), [operation]);
    held.letGo();
    const answer = await first;
    assert.ok(answer.status < 300, answer.text);
    assert.equal((await call()).text, answer.text);
    assert.deepEqual(held.callsAbout(id), [operation]);
    assert.equal(await leasesOf(till), 0n);
    assert.deepEqual(await disagreements(till.account.id), []);
  });
}

test("while the loop asks about a charge, a repeat gets 409; then it gets the outcome", async () => {
  const till = await openTill();
  const putBack = useRail("test", {
    ...railFor("test"),
    authorise: async () => {
      throw new RailUnavailableError("timed out");
    },
  });
  assert.equal((await till.charge({}, KEY)).status, 502);
  putBack();
  const held = hold("authoriseStatus");
  await makeAllDue(till);
  const loop = settleUnfinished();
  await held.reached;
  assert.deepEqual(codeOf(await till.charge({}, KEY)), IN_PROGRESS);
  held.letGo();
  await loop;
  const repeat = await till.charge({}, KEY);
  assert.deepEqual([repeat.status, repeat.body.status], [201, "succeeded"]);
  assert.deepEqual(held.callsAbout(repeat.body.id), ["authoriseStatus"]);
});

test("a capture or cancellation is refused temporarily while the loop asks", async () => {
  const till = await openTill();
  const { id } = (await till.charge({ payment_method: "pm_test_4000000000003220" })).body;
  const held = hold("authoriseStatus");
  await makeAllDue(till);
  const loop = settleUnfinished();
  await held.reached;
  const cancel = () => till.call("POST", `/v1/payments/${id}/cancel`, {}, KEY);
  assert.deepEqual(codeOf(await cancel()), IN_PROGRESS);
  await assert.rejects(answerChallenge(till.ctx.test, id, true), /at this moment/);
  held.letGo();
  await loop;
  const { status, body } = await cancel();
  assert.deepEqual([status, body.status], [200, "canceled"]);
});

test("while a payer's answer is sent to the rail, the loop asks nothing", async () => {
  const till = await openTill();
  const { id } = (await till.charge({ payment_method: "pm_test_4000000000003220" })).body;
  const held = hold("authenticate");
  const answered = answerChallenge(till.ctx.test, id, true);
  await held.reached;
  await makeAllDue(till);
  await settleUnfinished();
  held.letGo();
  assert.equal((await answered).status, "succeeded");
  assert.deepEqual(held.callsAbout(id), ["authenticate"]);
});

test("a payout that is being sent is not sent again when the sandbox clock is advanced", async () => {
  const payer = await openPayer();
  const { id } = await payer.paid();
  await makeAllDue(payer);
  const held = hold("payOut");
  const loop = settleUnfinished();
  await held.reached;
  const advanced = payer.advance(120);
  await clockLooks(payer, 3);
  await makeAllDue(payer);
  await settleUnfinished();
  assert.deepEqual(held.callsAbout(id), ["payOut"]);
  held.letGo();
  await loop;
  await advanced;
  assert.equal(await leasesOf(payer), 0n);
  assert.notEqual((await payer.read(id)).status, "pending");
});

test("while a first invoice is being paid, a repeat gets 409 and an advanced clock asks nothing", async () => {
  const shop = await openBillingShop();
  const params = { customer: await shop.customer(), plan: (await shop.plan()).id };
  const subscribe = () => shop.subscribe(params, KEY);
  const held = hold("authoriseStatus");
  const first = subscribe();
  await held.reached;
  const id = await newest(shop, "payments");
  assert.deepEqual(codeOf(await subscribe()), IN_PROGRESS);
  const advanced = shop.advance(2 / 1_440);
  await clockLooks(shop, 3);
  assert.deepEqual(held.callsAbout(id), ["authoriseStatus"]);
  held.letGo();
  const { status, body } = await first;
  await advanced;
  assert.deepEqual([status, body.status], [201, "active"]);
  assert.equal((await subscribe()).body.id, body.id);
  assert.deepEqual(held.callsAbout(id), ["authoriseStatus"]);
});

test("two debits that wait for one mandate register it once", async () => {
  const till = await openTill();
  const account = { type: "sepa_debit", sepa_debit: { iban: "AT611904300234573201" } };
  const method = (await till.call("POST", "/v1/payment_methods", account)).body.id;
  const debit = () =>
    till.charge({ method: "sepa_debit", payment_method: method, amount: 5_000, ...AGREED });
  const held = hold("mandateStatus", { mandateStatus: async () => ({ result: "unknown" }) });
  const first = debit();
  await held.reached;
  const second = debit();
  const id = await newest(till, "mandates");
  assert.deepEqual(held.callsAbout(id), ["mandateStatus"]);
  held.letGo();
  for (const { status, text } of await Promise.all([first, second]))
    assert.equal(status, 201, text);
  assert.equal(held.callsAbout(id).filter((name) => name === "setUpMandate").length, 1);
});

/** A capture whose first call timed out, and whose repeat is held while it asks the rail for the outcome. */
async function heldRepeat(captures: Partial<Rail> = {}) {
  const till = await openTill();
  const id = await authorised(till);
  const capture = () => till.call("POST", `/v1/payments/${id}/capture`, {}, KEY);
  const lost = async () => {
    throw new RailUnavailableError("the call never arrived");
  };
  const putBack = useRail("test", { ...railFor("test"), capture: lost });
  assert.equal((await capture()).status, 502);
  putBack();
  const held = hold("captureStatus", {
    captureStatus: async () => ({ result: "unknown" }),
    ...captures,
  });
  const repeat = capture();
  await held.reached;
  passTheLease();
  return { till, id, capture, held, repeat };
}

test("a holder that lost its lease does not call the rail again", async () => {
  const { till, id, capture, held, repeat } = await heldRepeat();
  // Another process takes over and has not finished.
  await till.rows(
    `update payments set rail_held_by = 'req_other', rail_held_until = now() + interval '5 min'
      where account_id = $1`,
  );
  held.letGo();
  assert.deepEqual(codeOf(await repeat), IN_PROGRESS);
  assert.deepEqual(held.callsAbout(id), ["captureStatus"]);
  const [left] = await till.rows<{ holder: string }>(
    "select rail_held_by as holder from payments where account_id = $1",
  );
  assert.equal(left?.holder, "req_other", "the newer lease stays");
  await till.rows("update payments set rail_held_until = now() where account_id = $1");
  assert.equal((await capture()).status, 200);
});

test("a holder whose lease expired continues if nobody took it over", async () => {
  const { till, id, held, repeat } = await heldRepeat();
  held.letGo();
  assert.equal((await repeat).status, 200);
  assert.deepEqual(held.callsAbout(id), ["captureStatus", "capture"]);
  assert.equal(await leasesOf(till), 0n);
});

test("a holder whose lease was taken over while the rail worked records the answer once", async () => {
  const till = await openTill();
  const id = await authorised(till);
  const capture = () => till.call("POST", `/v1/payments/${id}/capture`, {}, KEY);
  const held = hold("capture", { captureStatus: async () => ({ result: "captured" }) });
  const first = capture();
  await held.reached;
  passTheLease();
  await settleUnfinished();
  assert.deepEqual(held.callsAbout(id), ["capture", "captureStatus"]);
  held.letGo();
  const answer = await first;
  assert.deepEqual([answer.status, answer.body.status], [200, "succeeded"]);
  assert.deepEqual(await till.eventsOf(id), ["payment.captured", "payment.succeeded"]);
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("a late answer to a capture is not recorded for a newer one of another amount", async () => {
  const till = await openTill();
  const id = await authorised(till);
  const capture = (amount: number) =>
    till.call("POST", `/v1/payments/${id}/capture`, { amount }, { "Idempotency-Key": `${amount}` });
  const refused = { result: "refused", message: "Too small." } as const;
  const held = hold("capture", { captureStatus: async () => refused });
  const first = capture(500);
  await held.reached;
  passTheLease();
  // Another process takes over and learns that the first capture is refused.
  await settleUnfinished();
  const second = capture(900);
  while (held.callsAbout(id).filter((name) => name === "capture").length < 2) await setImmediate();
  held.letGo();
  await first;
  const { status, body } = await second;
  assert.deepEqual([status, body.amount_captured], [200, 900]);
  assert.deepEqual(await disagreements(till.account.id), []);
});
