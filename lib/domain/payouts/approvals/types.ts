import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { ApprovalReason, ApprovalState } from "#lib/kernel/vocabulary/payouts.ts";

/** A request for a second person's approval, and its outcome. */
export type Approval = {
  state: ApprovalState;
  reason: ApprovalReason;
  /** A user's or a key's id. */
  requestedBy: string;
  /** Users who may not decide. */
  excluded: string[];
  /** A user's id; null if nobody decided. */
  decidedBy: string | null;
  decidedAt: Date | null;
  expiresAt: Date;
};

/** An approval with its payout or batch. */
export type PayoutApproval = Approval & {
  /** The id of the payout, or of the batch whose payouts are decided together. */
  id: Id<"po" | "pob">;
  accountId: Id<"acct">;
  mode: Mode;
  amountMinor: bigint;
  currency: string;
  requestId: Id<"req"> | null;
};

/** The approval as a payout or batch contains it. */
export function toApproval(row: Approval): Approval {
  const { state, reason, requestedBy, excluded, decidedBy, decidedAt, expiresAt } = row;
  return { state, reason, requestedBy, excluded, decidedBy, decidedAt, expiresAt };
}
