export { browseCustomers, type CustomerDetail, customerDetail } from "./browse-customers.ts";
export {
  type CustomerFacts,
  type CustomerPaymentMethod,
  listCustomerItems,
} from "./browse-store.ts";
export type { CustomerFilter, CustomerListItem, CustomerTotal } from "./browse-types.ts";
export { createCustomerIn } from "./create-customer.ts";
export { markCustomerDeletedIn } from "./delete-customer.ts";
export { findCustomers, getAnyCustomer, getCustomer, getCustomerIn } from "./get-customer.ts";
export { type ListCustomersRequest, listCustomers } from "./list-customers.ts";
export type { Customer, CustomerChanges, CustomerDetails } from "./types.ts";
export { updateCustomerIn } from "./update-customer.ts";
