import {
  createCustomerIn,
  deleteCustomerIn,
  getCustomer,
  listCustomers,
  updateCustomerIn,
} from "#lib/domain/customers/index.ts";
import {
  createCustomerRoute,
  deleteCustomerRoute,
  listCustomersRoute,
  readCustomerRoute,
  updateCustomerRoute,
} from "../contract/customers.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";
import { toCustomerWire, toDeletedCustomerWire } from "../serializers/customers.ts";

export const customerEndpoints = [
  endpoint(createCustomerRoute, ({ ctx, body, once }) =>
    once((tx) => createCustomerIn(tx, ctx, body), toCustomerWire),
  ),

  endpoint(readCustomerRoute, async ({ ctx, params }) =>
    toCustomerWire(await getCustomer(ctx, params.customer_id)),
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

  endpoint(deleteCustomerRoute, ({ ctx, params, once }) =>
    once((tx) => deleteCustomerIn(tx, ctx, params.customer_id), toDeletedCustomerWire),
  ),
];
