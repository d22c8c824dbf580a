import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { type Action, EXPIRY, recordChangeIn } from "#lib/domain/audit/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { movePayoutFundsIn } from "#lib/domain/payout-balance/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import * as batches from "../batches/batch-store.ts";
import * as payouts from "../store.ts";
import type { Approval, PayoutApproval } from "../types.ts";
import * as store from "./approval-store.ts";
import { dueRows } from "./approval-store.ts";
import { wireOfSubject } from "./ask-approval.ts";

export type Decision = "approved" | "refused";

/**
 * Approves or refuses a payout, or a batch with all its payouts, as the second person. Approved payouts become due now or
 * on their requested day; refused ones are canceled and their amounts return to the payout balance. `confirm` gets the sum
 * before anything is written, and may throw. Call `notifyDispatcher` after the commit.
 *
 * Throws `resource_missing` if there is no approval, `state_invalid` if it is decided or expired, or if the caller created
 * the payout or the key that created it, and `key_scope` for a key. Locks the approval, its payouts, their batch and the
 * currency's balance.
 */
export async function decideApprovalIn(
  tx: Tx,
  ctx: Context,
  id: string,
  decision: Decision,
  confirm: (sum: Pick<PayoutApproval, "amountMinor" | "currency">) => void = () => {},
): Promise<PayoutApproval> {
  const approval = await store.lock(tx, ctx, id);
  const { actor } = ctx;
  if (actor.type !== "member") throw new ApiError("key_scope", "Only members can approve payouts.");
  if (!approval) throw missing("payout that needs an approval", id);
  const refusal = whyNotDecided(ctx, approval, actor.userId);
  if (refusal) throw refusal;
  confirm(approval);
  return await endIn(tx, ctx, approval, { state: decision, decidedBy: actor.userId });
}

/** The refusal of a member's decision on a payout or batch, or null if the member may decide. `approval` is null if it needs none. */
export function whyNotDecided(
  ctx: Context,
  approval: Approval | null,
  userId: string,
): ApiError | null {
  if (!approval) {
    return new ApiError("resource_missing", "No approval is needed.");
  }
  if (approval.state !== "pending") return decided(approval.state);
  if (approval.expiresAt <= businessNow(ctx)) return decided("expired");
  if (!approval.excluded.includes(userId)) return null;
  return new ApiError(
    "state_invalid",
    "Another member must decide, because you created this payout or the key that created it.",
  );
}

/** Ends an undecided approval after its expiry, as a refusal does. Does nothing if it is decided. */
async function expireApprovalIn(tx: Tx, ctx: Context, id: string): Promise<void> {
  const approval = await store.lock(tx, ctx, id);
  if (approval?.state !== "pending" || approval.expiresAt > businessNow(ctx)) return;
  await endIn(tx, ctx, approval, { state: "expired", decidedBy: null });
}

const ACTIONS = {
  approved: "payout_approval.approved",
  refused: "payout_approval.refused",
  expired: "payout_approval.expired",
} as const satisfies Record<string, Action>;

async function endIn(
  tx: Tx,
  ctx: Context,
  approval: PayoutApproval,
  outcome: { state: keyof typeof ACTIONS; decidedBy: string | null },
): Promise<PayoutApproval> {
  const { id, amountMinor, currency } = approval;
  const decidedAt = businessNow(ctx);
  const ended: PayoutApproval = { ...approval, ...outcome, decidedAt };
  if (!(await store.settle(tx, approval, { ...outcome, decidedAt }))) {
    throw new Error(`${id} was decided while it was locked`);
  }
  if (outcome.state === "approved") await store.release(tx, ctx, id, decidedAt);
  else await cancelIn(tx, ctx, approval, decidedAt);
  const subject = isId("pob", id)
    ? await batches.find(ctx, id, tx)
    : await payouts.lock(tx, ctx, id);
  if (!subject) throw new Error(`${id} does not exist`);
  const type = "payout.approval_decided";
  await emitEvent(tx, ctx, { type, objectId: id, data: wireOfSubject(subject) });
  await recordChangeIn(tx, ctx, {
    action: ACTIONS[outcome.state],
    subject: { id, name: formatMinor(amountMinor, currency) },
    after: { amountMinor, currency },
  });
  return ended;
}

/** Cancels the waiting payouts, in a fixed number of statements. */
async function cancelIn(tx: Tx, ctx: Context, { id, currency }: PayoutApproval, moment: Date) {
  const canceled = await store.cancel(tx, ctx, id, moment);
  if (isId("pob", id)) {
    await batches.recount(tx, ctx, id, { from: "pending", to: "canceled", of: canceled.length });
  }
  const moves = canceled.map((payout) => ({ kind: "payout_released", ...payout }) as const);
  await movePayoutFundsIn(tx, ctx, currency, moves);
}

function decided(state: string): ApiError {
  return new ApiError("state_invalid", `There is nothing to decide: this is ${state} already.`);
}

/** Due work: cancels payouts whose approval has expired. */
export const expiringApprovals = defineDueWork({
  name: "payout approvals",
  queue: dueRows,
  leaseMs: () => MINUTE_MS,
  async finish(approval) {
    const ctx = await systemContext(approval, EXPIRY);
    await transact((tx) => expireApprovalIn(tx, ctx, approval.id));
    notifyDispatcher();
  },
  failure: "could not cancel a payout whose approval has expired; will retry",
});
