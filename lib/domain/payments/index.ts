export { answerChallenge } from "./answer-challenge.ts";
export { browsePayments, latestPayments } from "./browse-payments.ts";
export { listItems as listPaymentItems } from "./browse-store.ts";
export {
  CHARGE_TRAITS,
  OUTCOMES,
  PAYMENT_TRAITS,
  type PaymentFilter,
  type PaymentListItem,
  SHOWN_STATUSES,
} from "./browse-types.ts";
export { cancelPayment } from "./cancel-payment.ts";
export { capturePayment } from "./capture-payment.ts";
export { createBankPayment } from "./create-bank-payment.ts";
export { createPayment } from "./create-payment.ts";
export type { PaymentFacts } from "./detail-store.ts";
export { failLateIn } from "./fail-late.ts";
export { unsettledPayments } from "./finish-unsettled.ts";
export { findPayments, getPayment, getPaymentIn } from "./get-payment.ts";
export { holdForRefundIn, markDisputedIn, releaseRefundIn } from "./hold-for-refund.ts";
export {
  chargeInvoicePayment,
  openInvoicePaymentIn,
  readPaymentIn,
  whyNotRecurring,
  withdrawInvoicePayment,
} from "./invoice-payment.ts";
export { type ListPaymentsRequest, listPayments } from "./list-payments.ts";
export { chooseBank, openBankPage } from "./open-bank-page.ts";
export { type PaymentDetail, paymentDetail } from "./payment-detail.ts";
export type { PaymentStatus } from "./payment-state.ts";
export { readSearch } from "./search-terms.ts";
export { railTokenOf } from "./store.ts";
export type { ChargedCard, NewPayment, Payment } from "./types.ts";
