import assert from "node:assert/strict";
import { test } from "node:test";
import { finishDue } from "#lib/kernel/due-work.ts";
import {
  type PayoutRequest,
  type Rail,
  RailUnavailableError,
  railFor,
  useRail,
} from "#lib/rails/index.ts";
import { disagreements } from "#test/books-agree.ts";
import { IBANS, openPayer, type Payer, to } from "#test/payouts.ts";
import { unsettledPayouts } from "./index.ts";

/** The sandbox's rail, which records what it was sent and fails as a test plans. */
function useFlakyRail(plan: { payOut?: (request: PayoutRequest) => "lost" | "down" | "fine" }) {
  const sandbox = railFor("test");
  const acted: string[] = [];
  const asked: string[] = [];
  const rail: Rail = {
    ...sandbox,
    async payOut(request) {
      const how = plan.payOut?.(request) ?? "fine";
      if (how === "down") throw new RailUnavailableError("the rail is down");
      if (!acted.includes(request.id)) acted.push(request.id);
      if (how === "lost") throw new RailUnavailableError("the answer was lost");
      return await sandbox.payOut(request);
    },
    async payoutStatus(request) {
      asked.push(request.id);
      if (!acted.includes(request.id)) return { result: "unknown" };
      return await sandbox.payoutStatus(request);
    },
  };
  return { acted, asked, plan, putBack: useRail("test", rail) };
}

/** Makes the payer's waiting payouts due now and processes them. */
async function lookAgain(payer: Payer): Promise<void> {
  await payer.rows(
    "update payouts set rail_check_at = now() - interval '1 s' where account_id = $1 and rail_check_at is not null",
  );
  await finishDue(unsettledPayouts, payer.account.id);
}

test("after a lost answer, the rail is asked by the payout's id and pays once", async () => {
  const payer = await openPayer();
  const rail = useFlakyRail({ payOut: () => "lost" });
  try {
    const { id } = await payer.paid();
    await lookAgain(payer);
    const waiting = await payer.read(id);
    assert.equal(waiting.status, "pending");
    const cancel = await payer.call("POST", `/v1/payouts/${id}/cancel`, {});
    assert.deepEqual([cancel.status, cancel.body.error.code], [409, "state_invalid"]);
    await lookAgain(payer);
    await payer.advance(10);
    assert.equal((await payer.read(id)).status, "settled");
    assert.deepEqual(rail.acted, [id]);
    assert.ok(rail.asked.includes(id));
    assert.deepEqual(await payer.eventsOf(id), ["payout.submitted", "payout.settled"]);
  } finally {
    rail.putBack();
  }
  assert.deepEqual(await disagreements(payer.account.id), []);
});

test("a payout that never reached the rail is sent again under the same id", async () => {
  const payer = await openPayer();
  const rail = useFlakyRail({ payOut: () => "down" });
  try {
    const { id } = await payer.paid();
    await lookAgain(payer);
    assert.deepEqual(rail.acted, []);
    rail.plan.payOut = () => "fine";
    await lookAgain(payer);
    assert.notEqual((await payer.read(id)).status, "pending");
    assert.deepEqual(rail.acted, [id]);
  } finally {
    rail.putBack();
  }
});

test("there is no fallback while the outcome over SEPA Instant is unknown", async () => {
  const payer = await openPayer();
  const rail = useFlakyRail({ payOut: () => "lost" });
  try {
    const { id } = await payer.paid(to(IBANS.timesOut));
    await lookAgain(payer);
    const unknown = await payer.read(id);
    assert.deepEqual([unknown.rail, unknown.fallback_reason], ["sepa_instant", null]);
    assert.deepEqual(rail.acted, [id]);
    // After the takeover of that call the rejection is final; the second rail's answer is lost too.
    await payer.advance(40);
    const fallen = await payer.read(id);
    assert.deepEqual([fallen.rail, fallen.fallback_reason], ["sepa_credit", "AB05"]);
    await payer.advance(86_500);
    assert.equal((await payer.read(id)).status, "settled");
    assert.deepEqual(rail.acted, [id, `${id}_fallback`]);
    assert.deepEqual(await payer.eventsOf(id), ["payout.submitted", "payout.settled"]);
  } finally {
    rail.putBack();
  }
  assert.deepEqual(await disagreements(payer.account.id), []);
});

test("a payout is not sent again to a rail that has forgotten it", async () => {
  const payer = await openPayer();
  const rail = useFlakyRail({});
  try {
    const { id } = await payer.paid(to(IBANS.staysSubmitted));
    await lookAgain(payer);
    assert.equal((await payer.read(id)).status, "submitted");
    rail.acted.length = 0;
    await lookAgain(payer);
    await lookAgain(payer);
    assert.deepEqual(rail.acted, []);
    assert.equal((await payer.read(id)).status, "submitted");
  } finally {
    rail.putBack();
  }
});

test("concurrent workers send each payout of a batch once and count each outcome once", async () => {
  const payer = await openPayer(1_000_000);
  const rail = useFlakyRail({});
  try {
    const beneficiary = { name: "Ada Lindqvist", iban: IBANS.settles };
    const instructions = Array.from({ length: 60 }, () => ({
      amount: 100,
      currency: "EUR",
      beneficiary,
    }));
    const { body } = await payer.call("POST", "/v1/payouts", { instructions });
    await payer.rows("update payouts set rail_check_at = now() where account_id = $1");
    await Promise.all([1, 2, 3, 4].map(() => finishDue(unsettledPayouts, payer.account.id)));
    await payer.advance(30);
    assert.equal(new Set(rail.acted).size, 60);
    const batch = await payer.call("GET", `/v1/payout_batches/${body.id}`);
    assert.deepEqual([batch.body.status, batch.body.settled], ["completed", 60]);
  } finally {
    rail.putBack();
  }
  assert.deepEqual(await disagreements(payer.account.id), []);
});
