import {
  type Customer,
  createCustomerIn,
  getAnyCustomer,
  listCustomers,
  updateCustomerIn,
} from "#lib/domain/customers/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { deleteCustomerIn } from "#lib/domain/subscriptions/index.ts";
import {
  createCustomerRoute,
  deleteCustomerRoute,
  listCustomersRoute,
  readCustomerRoute,
  updateCustomerRoute,
} from "#lib/wire/contract/customers.ts";
import { toCustomerWire, toDeletedCustomerWire } from "#lib/wire/serializers/customers.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

const customerOrDeleted = (customer: Customer) =>
  customer.deleted ? toDeletedCustomerWire(customer) : toCustomerWire(customer);

export const customerEndpoints = [
  endpoint(createCustomerRoute, ({ ctx, body, once }) =>
    once((tx) => createCustomerIn(tx, ctx, body), toCustomerWire),
  ),

  endpoint(readCustomerRoute, async ({ ctx, params }) =>
    customerOrDeleted(await getAnyCustomer(ctx, params.customer_id)),
  ),

  endpoint(listCustomersRoute, async ({ ctx, query, list }) => {
    const page = await listCustomers(ctx, { ...toPageRequest(query), email: query.email });
    return list(page, toCustomerWire);
  }),

  endpoint(updateCustomerRoute, ({ ctx, params, body, once }) => {
    const { default_payment_method: defaultPaymentMethod, ...details } = body;
    const changes = { ...details, defaultPaymentMethod };
    return once((tx) => updateCustomerIn(tx, ctx, params.customer_id, changes), toCustomerWire);
  }),

  endpoint(deleteCustomerRoute, async ({ ctx, params, once }) => {
    const answer = await once(
      (tx) => deleteCustomerIn(tx, ctx, params.customer_id),
      toDeletedCustomerWire,
    );
    notifyDispatcher();
    return answer;
  }),
];
