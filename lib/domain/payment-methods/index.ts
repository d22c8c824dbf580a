export {
  availableMethods,
  DEBIT_SCHEMES,
  type DebitMethod,
  isDebit,
  METHOD_RULES,
  ruleOf,
} from "./method-table.ts";
export {
  createPaymentMethodIn,
  detachPaymentMethodsIn,
  findPaymentMethods,
  getPaymentMethod,
  type ListPaymentMethodsRequest,
  listPaymentMethods,
  lockPaymentMethodIn,
  missingPaymentMethod,
  type NewPaymentMethod,
  preparePaymentMethod,
  updatePaymentMethodIn,
} from "./payment-methods.ts";
export { PAYMENT_METHOD_COLUMNS, paymentMethodRow } from "./store.ts";

export { isReadyToken, resolveReadyToken } from "./tokenise.ts";
export type { NewBankAccount, NewCard, NewWallet, PaymentMethod } from "./types.ts";
