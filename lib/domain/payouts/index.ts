export {
  listWaiting as listWaitingApprovals,
  namesOf as namesOfActors,
} from "./approvals/approval-store.ts";
export { type Decision, decideApprovalIn } from "./approvals/decide-approval.ts";
export { expiringApprovals } from "./approvals/expire-approvals.ts";
export { APPROVAL_STATES, type Approval, type ApprovalState } from "./approvals/types.ts";
export { findAll as findPayoutBatches } from "./batches/batch-store.ts";
export {
  createPayoutBatch,
  type NewBatch,
  previewPayoutBatch,
} from "./batches/create-batch.ts";
export {
  getPayoutBatch,
  type ListBatchesRequest,
  listPayoutBatches,
} from "./batches/list-batches.ts";
export { type LargeBatchBody, readLargeBatch } from "./batches/read-large-batch.ts";
export {
  BATCH_STATUSES,
  type BatchStatus,
  type PayoutBatch,
} from "./batches/types.ts";
export {
  browseBatches,
  browsePayouts,
  type PayoutDetail,
  type PayoutOffer,
  payoutDetail,
  payoutOffers,
} from "./browse-payouts.ts";
export {
  type BatchListItem,
  listBatchItems,
  listPayoutItems,
  type PayoutListItem,
} from "./browse-store.ts";
export type { BatchFilter, PayoutFilter } from "./browse-types.ts";
export { cancelPayoutIn } from "./cancel-payout.ts";
export { PAYOUT_CURRENCIES } from "./corridors.ts";
export { createPayout } from "./create-payout.ts";
export type { Instruction } from "./instruction.ts";
export { decideLimitChange, expiringLimitChanges } from "./limits/decide-limit-change.ts";
export {
  listLimits as listPayoutLimits,
  listPending as listPendingLimitChanges,
} from "./limits/limit-store.ts";
export { setPayoutLimits } from "./limits/set-limits.ts";
export type { LimitChange, Limits, PayoutLimit } from "./limits/types.ts";
export { getPayout, type ListPayoutsRequest, listPayouts } from "./list-payouts.ts";
export { PAYOUT_MOVES, type PayoutStatus } from "./payout-state.ts";
export { type PayoutPreview, previewPayout } from "./preview-payout.ts";
export { unsettledPayouts } from "./send-due.ts";
export { simulatePayoutIn } from "./simulate-payout.ts";
export type { Payout } from "./types.ts";
