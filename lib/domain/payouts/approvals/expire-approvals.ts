import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { EXPIRY } from "#lib/domain/audit/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { dueRows } from "./approval-store.ts";
import { expireApprovalIn } from "./decide-approval.ts";

/** Cancels payouts on which nobody decided in time. */
export const expiringApprovals = defineDueWork({
  name: "payout approvals",
  queue: dueRows,
  leaseMs: () => MINUTE_MS,
  async finish(approval) {
    const ctx = await systemContext(approval, EXPIRY);
    await transact((tx) => expireApprovalIn(tx, ctx, approval.id));
    notifyDispatcher();
  },
  failure: "a payout whose approval has expired still waits",
});
