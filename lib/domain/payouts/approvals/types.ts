import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

export const APPROVAL_STATES = ["pending", "approved", "refused", "expired", "canceled"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Which limit is passed: that of one payout or batch, or that of all payouts within 24 hours. */
export type ApprovalReason = "per_payout" | "per_day";

/** That a second person is asked, and what came of it. */
export type Approval = {
  state: ApprovalState;
  reason: ApprovalReason;
  /** A user's or a key's id. */
  requestedBy: string;
  /** Users who may not decide. */
  excluded: string[];
  /** A user's id; null where nobody decided. */
  decidedBy: string | null;
  decidedAt: Date | null;
  expiresAt: Date;
};

/** The same with what it is about. */
export type PayoutApproval = Approval & {
  /** That of the payout, or of the batch whose payouts are decided together. */
  id: Id<"po" | "pob">;
  accountId: Id<"acct">;
  mode: Mode;
  amountMinor: bigint;
  currency: string;
  requestId: Id<"req"> | null;
};

/** What a payout or a batch tells of its approval. */
export function toApproval(row: Approval): Approval {
  const { state, reason, requestedBy, excluded, decidedBy, decidedAt, expiresAt } = row;
  return { state, reason, requestedBy, excluded, decidedBy, decidedAt, expiresAt };
}
