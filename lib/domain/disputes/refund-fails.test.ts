// A refund of a part is under way when the payer's bank takes the rest back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { unsettledRefunds } from "#lib/domain/refunds/index.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import { finishDue } from "#lib/kernel/due-work.ts";
import { railFor, useRail } from "#lib/rails/index.ts";
import { disagreements } from "#test/books-agree.ts";
import { openTill } from "#test/money.ts";
import { undoAfterEach } from "#test/undo.ts";
import { openDispute } from "./index.ts";

const undo = undoAfterEach();

test("a dispute keeps its amount if a refund that was under way fails later, and returns it once if won", async () => {
  const till = await openTill();
  const { body: payment } = await till.charge({ amount: 10_000 });
  const waits = { result: "submitted", railReference: "SBXSLOW", askAgainAfterMs: DAY_MS } as const;
  const failed = { result: "failed", railReference: "SBXSLOW", failureReason: "AC04" } as const;
  const changes = { refund: async () => waits, refundStatus: async () => failed };
  undo.push(useRail("test", { ...railFor("test"), ...changes }));
  const { body: refund } = await till.refund({ payment: payment.id, amount: 4_000 });
  assert.equal(refund.status, "submitted");
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  const chargeback = { reason: "fraudulent", networkReasonCode: "10.4" } as const;
  await openDispute(ctx, { id: payment.id as never }, chargeback);
  await till.rows("update refunds set rail_check_at = now() where account_id = $1");
  await finishDue(unsettledRefunds, till.account.id);

  const { body: list } = await till.call("GET", "/v1/disputes");
  const dispute = list.data[0]!;
  assert.deepEqual([dispute.amount, dispute.status], [6_000, "needs_response"]);
  const evidence = { evidence: { receipt: "Order 12" } };
  await till.call("POST", `/v1/disputes/${dispute.id}/evidence`, evidence);
  await till.call("POST", "/v1/test/simulate", { object: dispute.id, scenario: "won" });
  const moved = await till.rows<{ type: string; amount: bigint }>(
    "select type, amount from balance_transactions where account_id = $1 order by id",
  );
  assert.deepEqual(
    moved.map(({ type, amount }) => [type, amount]),
    [
      ["charge", 10_000n],
      ["refund", -4_000n],
      ["dispute", -6_000n],
      ["refund_failure", 4_000n],
      ["dispute_reversal", 6_000n],
    ],
  );
  assert.deepEqual(await disagreements(till.account.id), []);
});
