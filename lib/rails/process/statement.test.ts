import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { chargeOf, payoutOf, refundOf } from "#test/rail.ts";
import { sandboxRail, WINNING_EVIDENCE } from "../sandbox/rail.ts";
import { bookOn } from "./book.ts";
import { bookedRail } from "./booked-rail.ts";
import { receiveCredit } from "./credits.ts";
import { statementOf } from "./statement.ts";

function openRail() {
  const book = bookOn({ lines: [], journal: { append: async () => {}, close: async () => {} } });
  const rail = bookedRail(sandboxRail, book);
  /** The movements of each object on a merchant's clock that is this far ahead. */
  const moved = async (ahead: number) => {
    const statement = await statementOf(book, rail, {
      aheadMs: { [chargeOf("x").accountId]: ahead },
    });
    return statement.lines.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`);
  };
  return { book, rail, moved };
}

/** Requested at the current time of the merchant's clock. */
const debitOf = (token: string, method = "sepa_debit") =>
  chargeOf(token, { method, requestedAtMs: nowMs(), askedAtMs: nowMs() });

test("a debit counts when it is paid, and no more when its bank takes it back", async () => {
  for (const [token, atFirst, paid, inTheEnd] of [
    ["sbx_success_3201", [], ["charge 1999"], ["charge 1999"]],
    ["sbx_debit-refused_3202", [], [], []],
    ["sbx_debit-returned_3206", [], ["charge 1999"], ["charge 1999", "charge_failure 1999"]],
    ["sbx_debit-disputed_3203", [], ["charge 1999"], ["charge 1999", "chargeback 1999"]],
  ] as const) {
    const { rail, moved } = openRail();
    assert.equal((await rail.authorise(debitOf(token))).result, "pending");
    const days = [0, 2 * DAY_MS + 1_000, 4 * DAY_MS];
    const seen = await Promise.all(days.map(moved));
    assert.deepEqual(seen, [atFirst, paid, inTheEnd], token);
  }
});

test("a refunded amount cannot be taken back again", async () => {
  const { rail, moved } = openRail();
  const charge = debitOf("sbx_debit-returned_3206");
  await rail.authorise(charge);
  const requestedAtMs = nowMs() + 2 * DAY_MS;
  await rail.refund(refundOf(charge, { amountMinor: 500n, requestedAtMs }));
  assert.deepEqual(await moved(4 * DAY_MS), ["charge 1999", "charge_failure 1499", "refund 500"]);
});

test("a card's chargeback counts for captures and charges, and a won dispute returns it", async () => {
  const { rail, moved } = openRail();
  const times = { requestedAtMs: nowMs(), askedAtMs: nowMs() };
  const charge = chargeOf("sbx_dispute-fraudulent_0259", times);
  await rail.authorise(charge);
  assert.deepEqual(await moved(0), ["charge 1999"]);
  const answer = { id: "dp_1", paymentId: charge.id, evidence: { text: WINNING_EVIDENCE } };
  for (let i = 0; i < 2; i++) assert.equal((await rail.disputeStatus(answer)).result, "won");
  assert.deepEqual(await moved(HOUR_MS), [
    ...["charge 1999", "chargeback 1999", "chargeback_reversal 1999"],
  ]);
  const other = openRail();
  const held = chargeOf("sbx_dispute-fraudulent_0259", { ...times, capture: "manual" });
  await other.rail.authorise(held);
  const { id, railToken, currency } = held;
  await other.rail.capture({ id, railToken, currency, railReference: null, amountMinor: 700n });
  assert.deepEqual(await other.moved(HOUR_MS), [
    ...["authorisation 1999", "capture 700", "chargeback 700"],
  ]);
});

test("a payout counts once, over either rail, and a credit by its own id", async () => {
  const { book, rail } = openRail();
  const payout = payoutOf({ iban: "DE23999999990000000000", rail: "sepa_credit" });
  await rail.payOut({ ...payout, id: `${payout.id}_fallback` });
  const credit = { id: "crd_1", reference: "RF18", amountMinor: 70n, currency: "EUR" };
  for (let i = 0; i < 2; i++) await receiveCredit(book, { ...credit, payerName: null });
  const { lines } = await statementOf(book, rail);
  assert.deepEqual(
    lines.map(({ kind, id, accountId }) => [kind, id, accountId]),
    [
      ["payout", payout.id, payout.accountId],
      ["credit", "crd_1", null],
    ],
  );
});
