export { availableMethods } from "./available-methods.ts";
export { PAYMENT_METHOD_COLUMNS, paymentMethodRow } from "./columns.ts";
export {
  createPaymentMethodIn,
  type NewPaymentMethod,
  preparePaymentMethod,
} from "./create-payment-method.ts";
export { findPaymentMethods, getPaymentMethod } from "./get-payment-method.ts";
export { type ListPaymentMethodsRequest, listPaymentMethods } from "./list-payment-methods.ts";
export { isReadyToken, resolveReadyToken } from "./ready-token.ts";
export type { NewCard, NewWallet, PaymentMethod } from "./types.ts";
export { updatePaymentMethodIn } from "./update-payment-method.ts";
