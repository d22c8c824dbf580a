// A payer's bank takes a payment back while a refund of it is under way, or a second time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { openDispute } from "#lib/domain/disputes/index.ts";
import { unsettledPayments } from "#lib/domain/payments/index.ts";
import { unsettledRefunds } from "#lib/domain/refunds/index.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { type RefundOutcome, railFor, useRail } from "#lib/rails/index.ts";
import type { DisputeWire } from "#lib/wire/contract/disputes.ts";
import type { PaymentWire } from "#lib/wire/contract/payments.ts";
import { disagreements } from "#test/books-agree.ts";
import { AGREED, openTill, type Till } from "#test/money.ts";
import { undoAfterEach } from "#test/undo.ts";

const DAY_S = 86_400;
const HOUR_S = 3_600;
const DISPUTED_CARD = "pm_test_4000000000000259";
const RETURNED_IBAN = "AT751904300235473206";

const undo = undoAfterEach();

/** A rail whose refunds have the outcome that the test names last. */
function useSlowRefunds(first: RefundOutcome["result"]): (result: RefundOutcome["result"]) => void {
  let result = first;
  const outcome = async () =>
    ({
      result,
      railReference: "SBXSLOW",
      // Seldom: the sandbox clock waits for each ask of an hour.
      askAgainAfterMs: 50_000,
      failureReason: "account_closed",
    }) as RefundOutcome;
  const cancelRefund = async () => ({ result: "canceled" }) as const;
  undo.push(
    useRail("test", { ...railFor("test"), refund: outcome, refundStatus: outcome, cancelRefund }),
  );
  return (next) => {
    result = next;
  };
}

const advance = (till: Till, seconds: number) =>
  till.call("POST", "/v1/test/clock/advance", { seconds });
const simulate = (till: Till, object: string, scenario: string) =>
  till.call("POST", "/v1/test/simulate", { object, scenario });
const readPayment = async (till: Till, id: string) =>
  (await till.call<PaymentWire>("GET", `/v1/payments/${id}`)).body;
const disputesOf = async (till: Till) =>
  (await till.call<{ data: DisputeWire[] }>("GET", "/v1/disputes")).body.data;
const entriesOf = async (till: Till) =>
  (
    await till.rows<{ type: string; amount: bigint }>(
      "select type, amount from balance_transactions where account_id = $1 order by id",
    )
  ).map(({ type, amount }) => [type, amount]);

async function debited(iban: string) {
  const till = await openTill();
  const sepa = { type: "sepa_debit", sepa_debit: { iban } };
  const { body: method } = await till.call("POST", "/v1/payment_methods", sepa);
  const debit = { method: "sepa_debit", payment_method: method.id, amount: 5_000, ...AGREED };
  const { body: payment } = await till.charge(debit);
  await advance(till, 2 * DAY_S);
  assert.equal((await readPayment(till, payment.id)).status, "succeeded");
  return { till, payment };
}

const ENDS = {
  "a pending refund is canceled": {
    first: "queued",
    end: (till: Till, refund: string) => till.call("POST", `/v1/refunds/${refund}/cancel`, {}),
    entries: [
      ["charge", 5_000n],
      ["payment_failure", -3_000n],
      ["payment_failure", -2_000n],
    ],
  },
  "a submitted refund fails": {
    first: "submitted",
    end: (till: Till) => advance(till, 60),
    entries: [
      ["charge", 5_000n],
      ["refund", -2_000n],
      ["payment_failure", -3_000n],
      ["refund_failure", 2_000n],
      ["payment_failure", -2_000n],
    ],
  },
} as const;

for (const [name, { first, end, entries }] of Object.entries(ENDS)) {
  test(`after a late failure ${name}: its amount leaves the balance too`, async () => {
    const { till, payment } = await debited("AT611904300234573201");
    const nowAt = useSlowRefunds(first);
    const { body: refund } = await till.refund({ payment: payment.id, amount: 2_000 });
    assert.equal((await simulate(till, payment.id, "late_failure")).status, 200);
    assert.deepEqual(await disagreements(till.account.id), []);
    nowAt("failed");
    await end(till, refund.id);
    assert.deepEqual(await entriesOf(till), entries);
    assert.equal((await readPayment(till, payment.id)).amount_refunded, 0);
    assert.deepEqual(await disagreements(till.account.id), []);
  });
}

test("a payment that was refunded in full is not marked as disputed", async () => {
  const till = await openTill();
  const { body: payment } = await till.charge({ payment_method: DISPUTED_CARD });
  await till.refund({ payment: payment.id });
  await advance(till, HOUR_S);
  assert.deepEqual(await disputesOf(till), []);
  assert.equal((await readPayment(till, payment.id)).disputed, false);
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("a chargeback of what a refund holds is recorded when that refund fails", async () => {
  const till = await openTill();
  const { body: payment } = await till.charge({ payment_method: DISPUTED_CARD, amount: 5_000 });
  const nowAt = useSlowRefunds("submitted");
  await till.refund({ payment: payment.id });
  await advance(till, HOUR_S);
  assert.deepEqual(await disputesOf(till), []);
  nowAt("failed");
  await advance(till, 60);
  const opened = (await disputesOf(till)).map(({ payment: of, amount }) => [of, amount]);
  assert.deepEqual(opened, [[payment.id, 5_000]]);
  assert.equal((await readPayment(till, payment.id)).disputed, true);
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("a refund that fails just after a chargeback found nothing left has the rail asked about it again", async () => {
  const till = await openTill();
  const { body: payment } = await till.charge({ payment_method: DISPUTED_CARD, amount: 5_000 });
  const nowAt = useSlowRefunds("submitted");
  await till.refund({ payment: payment.id });
  const chargeback = { reason: "fraudulent", networkReasonCode: "10.4" } as const;
  const chargebackStatus = async () => ({ result: "charged_back", ...chargeback }) as const;
  undo.push(useRail("test", { ...railFor("test"), chargebackStatus }));
  const makeDue = (table: "payments" | "refunds") =>
    till.rows(`update ${table} set rail_check_at = now() - interval '1 s' where account_id = $1`);
  await makeDue("payments");
  const payments = unsettledPayments(async (ctx, charged, taken) => {
    await openDispute(ctx, charged, taken);
    if ((await readPayment(till, payment.id)).amount_refunded === 0) return;
    nowAt("failed");
    await makeDue("refunds");
    await finishDue(unsettledRefunds, till.account.id);
  });
  await finishDue(payments, till.account.id);
  const opened = (await disputesOf(till)).map(({ payment: of, amount }) => [of, amount]);
  assert.deepEqual(opened, [[payment.id, 5_000]]);
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("a payment that failed late has no dispute, whatever the rail says later", async () => {
  const { till, payment } = await debited("AT611904300234573201");
  await simulate(till, payment.id, "late_failure");
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  const chargeback = { reason: "debit_not_authorized", networkReasonCode: "MD01" } as const;
  await openDispute(ctx, { id: payment.id as never }, chargeback);
  assert.deepEqual(await disputesOf(till), []);
  assert.deepEqual(await entriesOf(till), [
    ["charge", 5_000n],
    ["payment_failure", -5_000n],
  ]);
  assert.equal((await readPayment(till, payment.id)).disputed, false);
});

test("a debit that is disputed already is returned: nothing is booked again, and the rail is not asked again", async () => {
  const { till, payment } = await debited(RETURNED_IBAN);
  assert.equal((await simulate(till, payment.id, "chargeback")).status, 200);
  const rail = railFor("test");
  let asked = 0;
  const chargebackStatus: typeof rail.chargebackStatus = async (question) => {
    asked++;
    return await rail.chargebackStatus(question);
  };
  undo.push(useRail("test", { ...rail, chargebackStatus }));
  await advance(till, HOUR_S);
  assert.equal(asked, 1);
  assert.equal((await readPayment(till, payment.id)).status, "succeeded");
  assert.deepEqual(await entriesOf(till), [
    ["charge", 5_000n],
    ["dispute", -5_000n],
  ]);
  assert.deepEqual(await disagreements(till.account.id), []);
});
