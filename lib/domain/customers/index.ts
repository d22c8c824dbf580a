export {
  type CustomerFacts,
  type CustomerPaymentMethod,
  listCustomerItems,
} from "./browse-store.ts";
export { createCustomerIn, markCustomerDeletedIn, updateCustomerIn } from "./change-customer.ts";
export { customerMetadataKeys, moreCustomerColumns } from "./more-store.ts";
export {
  browseCustomers,
  type CustomerDetail,
  customerDetail,
  findCustomers,
  getAnyCustomer,
  getCustomer,
  type ListCustomersRequest,
  listCustomers,
  lockCustomerShared,
} from "./read-customers.ts";
export type {
  Customer,
  CustomerChanges,
  CustomerDetails,
  CustomerFilter,
  CustomerListItem,
  CustomerTotal,
} from "./types.ts";
