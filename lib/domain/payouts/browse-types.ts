import type { Period } from "#lib/kernel/period.ts";
import type { PayoutRail } from "#lib/rails/index.ts";
import type { ApprovalState } from "./approvals/types.ts";
import type { BatchStatus } from "./batches/types.ts";
import type { PayoutStatus } from "./payout-state.ts";

/** What the list of payouts is narrowed to; what is left out does not matter. */
export type PayoutFilter = {
  statuses?: readonly PayoutStatus[];
  approvals?: readonly ApprovalState[];
  rails?: readonly PayoutRail[];
  currencies?: readonly string[];
  created?: Period;
  amount?: { currency: string; minMinor: bigint | null; maxMinor: bigint | null };
  batchId?: string;
  /** A payout's or batch's id, an end-to-end id, an IBAN, or a part of a name or reference. */
  search?: string;
};

export type BatchFilter = { statuses?: readonly BatchStatus[]; created?: Period };
