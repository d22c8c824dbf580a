export { cancelRefund } from "./cancel-refund.ts";
export { createRefund } from "./create-refund.ts";
export { finishUnsettledRefunds } from "./finish-unsettled.ts";
export { getRefund, type ListRefundsRequest, listRefunds } from "./list-refunds.ts";
export { REFUND_MOVES, type RefundStatus } from "./refund-state.ts";
export type { NewRefund, Refund, RefundReason } from "./types.ts";
