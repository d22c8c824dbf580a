// A rail changes its mind while its answer is on the way: the news of it arrives before the answer is recorded.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openDispute } from "#lib/domain/disputes/index.ts";
import { dueMandates } from "#lib/domain/mandates/index.ts";
import { unsettledPayments } from "#lib/domain/payments/index.ts";
import { unsettledPayouts } from "#lib/domain/payouts/index.ts";
import { unsettledRefunds } from "#lib/domain/refunds/index.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { type Rail, railFor, useRail } from "#lib/rails/index.ts";
import type { DisputeWire } from "#lib/wire/contract/disputes.ts";
import { disagreements } from "#test/books-agree.ts";
import { AGREED, openTill, type Till } from "#test/money.ts";
import { openPayer } from "#test/payouts.ts";
import { undoAfterEach } from "#test/undo.ts";
import { handleNews } from "./index.ts";

const undo = undoAfterEach();

const useChanged = (changes: Partial<Rail>) =>
  undo.push(useRail("test", { ...railFor("test"), ...changes }));

const tell = (till: Till, id: string) =>
  handleNews({ mode: "test", accountId: till.account.id, id });

/** Answers as `before` once, after the news of a change was handled, and as `after` from then on. */
function overtaken<Answer>(till: Till, before: Answer, after: Answer) {
  let asked = 0;
  return async ({ id }: { id: string }) => {
    if (++asked > 1) return after;
    assert.equal(await tell(till, id), true);
    return before;
  };
}

test("a chargeback whose news arrives while the rail answers that there is none is recorded", async () => {
  const till = await openTill();
  const { body: payment } = await till.charge();
  const chargeback = { reason: "fraudulent", networkReasonCode: "10.4" } as const;
  const chargebackStatus = overtaken<Awaited<ReturnType<Rail["chargebackStatus"]>>>(
    till,
    { result: "none" },
    { result: "charged_back", ...chargeback },
  );
  useChanged({ chargebackStatus });
  await tell(till, payment.id);
  await finishDue(unsettledPayments(openDispute), till.account.id);
  const { body } = await till.call<{ data: DisputeWire[] }>("GET", "/v1/disputes");
  assert.deepEqual(
    body.data.map(({ payment: of }) => of),
    [payment.id],
  );
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("a payout's return whose news arrives while the rail answers that it settled is recorded", async () => {
  const payer = await openPayer(20_000);
  const { id } = await payer.paid({ amount: 12_500 });
  await payer.advance(60);
  assert.equal((await payer.read(id)).status, "settled");
  const payoutStatus = overtaken<Awaited<ReturnType<Rail["payoutStatus"]>>>(
    payer,
    { result: "settled", railReference: "SBXBACK" },
    { result: "returned", railReference: "SBXBACK", reasonCode: "FOCR" },
  );
  useChanged({ payoutStatus });
  await tell(payer, id);
  await finishDue(unsettledPayouts, payer.account.id);
  assert.equal((await payer.read(id)).status, "returned");
  assert.equal(await payer.funds(), 20_000);
  assert.deepEqual(await disagreements(payer.account.id), []);
});

test("a refund's end whose news arrives while the rail answers that it is under way is recorded at once", async () => {
  const till = await openTill();
  const { body: payment } = await till.charge();
  const waits = { result: "submitted", railReference: "SBXSLOW", askAgainAfterMs: DAY_MS } as const;
  useChanged({ refund: async () => waits });
  const { body: refund } = await till.refund({ payment: payment.id });
  assert.equal(refund.status, "submitted");
  const refundStatus = overtaken<Awaited<ReturnType<Rail["refundStatus"]>>>(till, waits, {
    result: "settled",
    railReference: "SBXSLOW",
  });
  useChanged({ refundStatus });
  await tell(till, refund.id);
  await finishDue(unsettledRefunds, till.account.id);
  const { body: ended } = await till.call("GET", `/v1/refunds/${refund.id}`);
  assert.equal(ended.status, "settled");
});

test("a payment whose end is told before its first answer is recorded is asked about at once", async () => {
  const till = await openTill();
  const waits = { result: "pending", railReference: "SBXSLOW", askAgainAfterMs: DAY_MS } as const;
  const paid = { result: "succeeded", railReference: "SBXSLOW", sca: "frictionless" } as const;
  const done = { ...paid, exemptionOutcome: null } as const;
  const authorise = overtaken<Awaited<ReturnType<Rail["authorise"]>>>(till, waits, done);
  useChanged({ authorise, authoriseStatus: async () => done });
  const { body: payment } = await till.charge();
  assert.equal(payment.status, "processing");
  await finishDue(unsettledPayments(openDispute), till.account.id);
  const { body: ended } = await till.call("GET", `/v1/payments/${payment.id}`);
  assert.equal(ended.status, "succeeded");
});

test("a payout whose end is told before its first answer is recorded is asked about at once", async () => {
  const payer = await openPayer(20_000);
  const waits = { result: "submitted", railReference: "SBXSLOW", askAgainAfterMs: DAY_MS } as const;
  const settled = { result: "settled", railReference: "SBXSLOW" } as const;
  const payOut = overtaken<Awaited<ReturnType<Rail["payOut"]>>>(payer, waits, settled);
  useChanged({ payOut, payoutStatus: async () => settled });
  const { id } = await payer.paid({ amount: 12_500 });
  await payer.rows(
    "update payouts set rail_check_at = now() - interval '1 s' where account_id = $1",
  );
  await finishDue(unsettledPayouts, payer.account.id);
  assert.equal((await payer.read(id)).status, "settled");
});

test("a refund whose end is told before its first answer is recorded is asked about at once", async () => {
  const till = await openTill();
  const { body: payment } = await till.charge();
  const waits = { result: "submitted", railReference: "SBXSLOW", askAgainAfterMs: DAY_MS } as const;
  const settled = { result: "settled", railReference: "SBXSLOW" } as const;
  const refund = overtaken<Awaited<ReturnType<Rail["refund"]>>>(till, waits, settled);
  useChanged({ refund, refundStatus: async () => settled });
  const { body: made } = await till.refund({ payment: payment.id });
  await finishDue(unsettledRefunds, till.account.id);
  const { body: ended } = await till.call("GET", `/v1/refunds/${made.id}`);
  assert.equal(ended.status, "settled");
});

test("a mandate whose end is told before its first answer is recorded is asked about at once", async () => {
  const till = await openTill();
  const waits = { result: "pending", railReference: "SBXSLOW", askAgainAfterMs: DAY_MS } as const;
  const active = { result: "active", railReference: "SBXSLOW" } as const;
  const setUpMandate = overtaken<Awaited<ReturnType<Rail["setUpMandate"]>>>(till, waits, active);
  const mandateStatus = async () => ({ result: "unknown" }) as const;
  useChanged({ setUpMandate, mandateStatus });
  const sepa = { type: "sepa_debit", sepa_debit: { iban: "AT611904300234573201" } };
  const { body: method } = await till.call("POST", "/v1/payment_methods", sepa);
  const debit = { method: "sepa_debit", payment_method: method.id, ...AGREED };
  const { body: payment } = await till.charge(debit);
  await finishDue(dueMandates, till.account.id);
  const { body: mandate } = await till.call("GET", `/v1/mandates/${payment.mandate}`);
  assert.equal(mandate.status, "active");
});
