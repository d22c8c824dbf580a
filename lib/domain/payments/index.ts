export { createPayment } from "./create-payment.ts";
export { eventFor } from "./events.ts";
export { finishUnsettledPayments } from "./finish-unsettled.ts";
export { findPayments, getPayment } from "./get-payment.ts";
export { holdForRefundIn, releaseRefundIn } from "./hold-for-refund.ts";
export { type ListPaymentsRequest, listPayments } from "./list-payments.ts";
export {
  isFinal,
  mayMove,
  PAYMENT_MOVES,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from "./payment-state.ts";
export { railTokenOf } from "./store.ts";
export {
  type ChargedCard,
  EXEMPTIONS,
  type NewPayment,
  PAYMENT_METHOD_NAMES,
  type Payment,
  type PaymentMethodName,
} from "./types.ts";
