export { availableMethods } from "./available-methods.ts";
export { PAYMENT_METHOD_COLUMNS, paymentMethodRow } from "./columns.ts";
export {
  createPaymentMethodIn,
  type NewPaymentMethod,
  preparePaymentMethod,
} from "./create-payment-method.ts";
export { findPaymentMethods, getPaymentMethod } from "./get-payment-method.ts";
export { type ListPaymentMethodsRequest, listPaymentMethods } from "./list-payment-methods.ts";
export {
  DEBIT_SCHEMES,
  type DebitMethod,
  isDebit,
  METHOD_RULES,
  type PaymentMethodName,
  ruleOf,
} from "./method-table.ts";
export { isReadyToken, resolveReadyToken } from "./ready-token.ts";
export type { NewBankAccount, NewCard, NewWallet, PaymentMethod } from "./types.ts";
export { lockPaymentMethodIn, updatePaymentMethodIn } from "./update-payment-method.ts";
