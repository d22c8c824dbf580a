import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import {
  cancelPayoutIn,
  decideApprovalIn,
  expiringApprovals,
  unsettledPayouts,
} from "#lib/domain/payouts/index.ts";
import { HOUR_MS } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { newId } from "#lib/kernel/ids.ts";
import { assertBooksAgree, decide, member, openLimited, skipTime, stateOf } from "#test/payouts.ts";

test("concurrent payouts never exceed the daily limit together", async () => {
  const payer = await openLimited();
  const made = await Promise.all(Array.from({ length: 12 }, () => payer.paid({ amount: 9_000 })));
  assert.equal(made.filter(({ approval }) => approval === null).length, 2);
  await assertBooksAgree(payer);
});

test("exactly one of concurrent approval, refusal, cancellation and expiry happens", async () => {
  for (let round = 0; round < 6; round++) {
    const payer = await openLimited();
    const { id } = await payer.paid({ amount: 50_000 });
    const ctx = payer.ctx.test;
    const tries = [
      decide(payer, id, "approved"),
      decide(payer, id, "refused"),
      transact((tx) => cancelPayoutIn(tx, ctx, id)),
      decide(payer, id, "approved"),
    ];
    const done = (await Promise.allSettled(tries.toSorted(() => (round % 2) - 0.5))).filter(
      ({ status }) => status === "fulfilled",
    );
    const [status, state] = await stateOf(payer, id);
    // A cancellation may follow an approval, because the payout is pending for five seconds then.
    assert.ok(done.length === 1 || (done.length === 2 && state === "approved"), `${done.length}`);
    assert.equal(status === "canceled", state !== "approved" || done.length === 2);
    await payer.advance(60);
    const end = (await payer.read(id)).status;
    assert.equal(end, status === "canceled" ? "canceled" : "settled");
    assert.equal(await payer.funds(), end === "canceled" ? 1_000_000 : 950_000);
    await assertBooksAgree(payer);
  }
});

test("either a concurrent expiry or approval happens, and the books agree", async () => {
  for (let round = 0; round < 5; round++) {
    const payer = await openLimited();
    const { id } = await payer.paid({ amount: 50_000 });
    // The approval began before the expiry, and the worker runs after it.
    const inTime = await skipTime(payer, 0);
    await skipTime(payer, 72 * HOUR_MS);
    await Promise.allSettled([
      ...[1, 2, 3].map(() => decide(inTime, id, "approved")),
      ...[1, 2, 3].map(() => finishDue(expiringApprovals, payer.account.id)),
    ]);
    await finishDue(expiringApprovals, payer.account.id);
    const [status, state] = await stateOf(payer, id);
    assert.equal(status, state === "approved" ? "pending" : "canceled");
    assert.ok(state === "approved" || state === "expired", String(state));
    await assertBooksAgree(payer);
  }
});

test("no worker sends a payout that waits for approval, even if a row says that it is due", async () => {
  const payer = await openLimited();
  const { id } = await payer.paid({ amount: 50_000 });
  // As if a process had crashed between two steps that are one transaction.
  await payer.rows(
    `update payouts set rail_check_at = now() - interval '1 second' where account_id = $1`,
  );
  await finishDue(unsettledPayouts, payer.account.id);
  const [row] = await payer.rows<{ sent_at: Date | null }>(
    "select sent_at from payouts where account_id = $1",
  );
  assert.equal(row?.sent_at, null);
  const simulated = await payer.call("POST", "/v1/test/simulate", {
    object: id,
    scenario: "settle",
  });
  assert.deepEqual([simulated.status, simulated.body.error.code], [409, "state_invalid"]);
});

test("a decision that crashes before its commit changes nothing and can be repeated", async () => {
  const payer = await openLimited();
  const { id } = await payer.paid({ amount: 50_000 });
  for (const decision of ["approved", "refused"] as const) {
    const dying = transact(async (tx) => {
      const ctx = { ...payer.ctx.test, actor: member(newId("usr")) };
      await decideApprovalIn(tx, ctx, id, decision);
      throw new Error("the process dies");
    });
    await assert.rejects(dying, /dies/);
    assert.deepEqual(await stateOf(payer, id), ["pending", "pending"]);
    assert.deepEqual(await payer.eventsOf(id), ["payout.approval_requested"]);
    assert.equal(await payer.funds(), 950_000);
  }
  await decide(payer, id, "refused");
  assert.equal(await payer.funds(), 1_000_000);
  await assertBooksAgree(payer);
});
