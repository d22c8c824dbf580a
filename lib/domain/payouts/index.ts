export {
  listWaiting as listWaitingApprovals,
  namesOf as namesOfActors,
} from "./approvals/approval-store.ts";
export {
  type Decision,
  decideApprovalIn,
  expiringApprovals,
  whyNotDecided,
} from "./approvals/decide-approval.ts";
export { findAll as findPayoutBatches } from "./batches/batch-store.ts";
export {
  createPayoutBatch,
  type NewBatch,
  previewPayoutBatch,
} from "./batches/create-batch.ts";
export { type LargeBatchBody, readLargeBatch } from "./batches/read-large-batch.ts";
export {
  type BatchFilter,
  type BatchListItem,
  listBatchItems,
  listPayoutItems,
  type PayoutFilter,
  type PayoutListItem,
  sumPayouts,
} from "./browse-store.ts";
export { cancelPayoutIn, whyNotCanceled as whyPayoutNotCanceled } from "./cancel-payout.ts";
export { PAYOUT_CURRENCIES } from "./corridors.ts";
export { createPayout, type PayoutPreview, previewPayout } from "./create-payout.ts";
export type { Instruction } from "./instruction.ts";
export {
  decideLimitChange,
  expiringLimitChanges,
  setPayoutLimits,
} from "./limits/change-limits.ts";
export {
  listLimits as listPayoutLimits,
  listPending as listPendingLimitChanges,
} from "./limits/limit-store.ts";
export {
  browseBatches,
  browsePayouts,
  getPayout,
  getPayoutBatch,
  type ListBatchesRequest,
  type ListPayoutsRequest,
  listPayoutBatches,
  listPayouts,
  type PayoutDetail,
  type PayoutOffer,
  payoutDetail,
  payoutOffers,
} from "./list-payouts.ts";
export { morePayoutColumns, payoutMetadataKeys } from "./more-store.ts";
export { unsettledPayouts } from "./send-due.ts";
export { simulatePayoutIn } from "./simulate-payout.ts";
export type {
  Approval,
  BatchPreview,
  LimitChange,
  Limits,
  Payout,
  PayoutBatch,
  PayoutLimit,
} from "./types.ts";
