export { browseRefunds, type RefundDossier, refundDossier } from "./browse-refunds.ts";
export { listRefundLines, type RefundFacts, refundLinesOf } from "./browse-store.ts";
export { REFUND_REASONS, type RefundFilter, type RefundLine } from "./browse-types.ts";
export { cancelRefund } from "./cancel-refund.ts";
export { createRefund } from "./create-refund.ts";
export { unsettledRefunds } from "./finish-unsettled.ts";
export { findRefunds, getRefund, type ListRefundsRequest, listRefunds } from "./list-refunds.ts";
export { REFUND_MOVES, type RefundStatus } from "./refund-state.ts";
export type { NewRefund, Refund, RefundReason } from "./types.ts";
