export { browseRefunds, type RefundDetail, refundDetail } from "./browse-refunds.ts";
export { listRefundItems, type RefundFacts, refundItemsOf } from "./browse-store.ts";
export { REFUND_REASONS, type RefundFilter, type RefundListItem } from "./browse-types.ts";
export { cancelRefund } from "./cancel-refund.ts";
export { createRefund } from "./create-refund.ts";
export { unsettledRefunds } from "./finish-unsettled.ts";
export { findRefunds, getRefund, type ListRefundsRequest, listRefunds } from "./list-refunds.ts";
export { REFUND_MOVES, type RefundStatus } from "./refund-state.ts";
export type { NewRefund, Refund, RefundReason } from "./types.ts";
