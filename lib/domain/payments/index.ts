export { answerChallenge } from "./answer-challenge.ts";
export { chooseBank, createBankPayment, openBankPage } from "./bank-payment.ts";
export {
  listItems as listPaymentItems,
  newestDeclined,
  shownStatus,
  shownStatusSql,
  sumItems as sumPayments,
} from "./browse-store.ts";
export { cancelPayment, capturePayment } from "./capture-or-cancel.ts";
export { updatePaymentIn } from "./change-details.ts";
export { createPayment } from "./create-payment.ts";
export { unsettledPayments } from "./finish-unsettled.ts";
export {
  chargeOpenedPayment,
  openInvoicePaymentIn,
  openRetryIn,
  readPaymentIn,
  whyNotRecurring,
  withdrawInvoicePayment,
} from "./invoice-payment.ts";
export { morePaymentColumns, paymentMetadataKeys } from "./more-store.ts";
export {
  CHARGE_TRAITS,
  type ChargeTrait,
  PAYMENT_TRAITS,
  type PaymentFilter,
  type PaymentListItem,
  type PaymentTrait,
  readSearch,
} from "./payment-filter.ts";
export { refundableMinor, whyNotRefunded, whyNotStep } from "./payment-policy.ts";
export {
  browsePayments,
  countPaymentsUpTo,
  findPayments,
  getPayment,
  type ListPaymentsRequest,
  latestPayments,
  listPayments,
  lockPayment,
  type PaymentDetail,
  paymentDetail,
} from "./read-payments.ts";
export type { PaymentFacts } from "./read-store.ts";
export { failLateIn, holdForRefundIn, markDisputedIn, releaseRefundIn } from "./reversals.ts";
export { answerCurrent } from "./settle-payment.ts";
export { railTokenOf } from "./store.ts";
export { LIABILITY_SQL } from "./traits-store.ts";
export type { AcquirerResponse, ChargedCard, NewPayment, Payment } from "./types.ts";
