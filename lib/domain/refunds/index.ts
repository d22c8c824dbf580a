export { unsettledRefunds } from "./advance-refund.ts";
export { listRefundItems, type RefundFacts, refundItemsOf, sumRefunds } from "./browse-store.ts";
export { cancelRefund, whyNotCanceled as whyRefundNotCanceled } from "./cancel-refund.ts";
export { createRefund } from "./create-refund.ts";
export { moreRefundColumns, refundMetadataKeys } from "./more-store.ts";
export {
  browseRefunds,
  findRefunds,
  getRefund,
  type ListRefundsRequest,
  listRefunds,
  type RefundDetail,
  refundDetail,
} from "./read-refunds.ts";
export {
  limitLeft as refundLimitLeft,
  limitsLeft as refundLimitsLeft,
  whyAboveLimit,
} from "./refund-limit.ts";
export { REFUND_MOVES } from "./refund-state.ts";
export type { LimitLeft, NewRefund, Refund, RefundFilter, RefundListItem } from "./types.ts";
