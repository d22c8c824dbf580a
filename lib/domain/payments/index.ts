export { createPayment } from "./create-payment.ts";
export { finishUnsettledPayments } from "./finish-unsettled.ts";
export { findPayments, getPayment } from "./get-payment.ts";
export { holdForRefundIn, releaseRefundIn } from "./hold-for-refund.ts";
export { type ListPaymentsRequest, listPayments } from "./list-payments.ts";
export type { PaymentStatus } from "./payment-state.ts";
export { railTokenOf } from "./store.ts";
export type { ChargedCard, NewPayment, Payment, PaymentMethodName } from "./types.ts";
