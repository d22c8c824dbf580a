import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { announceLiveIn } from "#lib/domain/live/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import * as approvals from "./approvals/approval-store.ts";
import { moveIn } from "./record-outcome.ts";
import * as store from "./store.ts";
import type { Payout, PayoutApproval } from "./types.ts";

/** Cancels a payout that has not been sent to its rail yet, and returns its amount to the payout balance. Throws
 *  `resource_missing`, and `state_invalid` once it has been sent. Locks its approval, the payout and the currency's
 *  balance. */
export async function cancelPayoutIn(tx: Tx, ctx: Context, id: string): Promise<Payout> {
  const approval = await approvals.lockOfPayout(tx, ctx, id);
  const payout = await store.lock(tx, ctx, id);
  if (!payout) throw missing("payout", id);
  const refusal = whyNotCanceled(payout);
  if (refusal) throw refusal;
  const canceled: Payout = { ...payout, status: "canceled", railCheckAt: null };
  const moved = await moveIn(tx, ctx, payout, { steps: ["canceled"], to: canceled });
  if (!moved) throw tooLate(payout);
  if (approval?.state === "pending") await withdrawIn(tx, ctx, approval, payout);
  const { amountMinor, currency } = payout;
  await recordChangeIn(tx, ctx, {
    action: "payout.canceled",
    subject: { id },
    after: { amountMinor, currency },
  });
  return approval ? ((await store.lock(tx, ctx, id)) ?? canceled) : canceled;
}

/** Takes a canceled payout out of the sum that waits for approval, which open screens show to those who may approve, and
 *  cancels the approval with its last payout. */
async function withdrawIn(
  tx: Tx,
  ctx: Context,
  approval: PayoutApproval,
  { amountMinor }: Payout,
): Promise<void> {
  await announceLiveIn(tx, ctx.accountId, "payout");
  if ((await approvals.countWaiting(tx, ctx, approval.id)) > 0) {
    return await approvals.reduce(tx, approval, amountMinor);
  }
  const decidedAt = businessNow(ctx);
  await approvals.settle(tx, approval, { state: "canceled", decidedBy: null, decidedAt });
}

type CancelFacts = Pick<Payout, "status" | "sentAt">;

/** The refusal of a cancellation, or null. */
export function whyNotCanceled(payout: CancelFacts): ApiError | null {
  return payout.status === "pending" && payout.sentAt === null ? null : tooLate(payout);
}

function tooLate({ status, sentAt }: CancelFacts): ApiError {
  const isOnItsWay = status === "pending" && sentAt !== null;
  const state = isOnItsWay ? "already with the bank" : status;
  return new ApiError(
    "state_invalid",
    `Only a payout that is pending can be canceled; this one is ${state}.`,
  );
}
