import {
  availableMethods,
  createPaymentMethodIn,
  getPaymentMethod,
  listPaymentMethods,
  preparePaymentMethod,
  updatePaymentMethodIn,
} from "#lib/domain/payment-methods/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import {
  createPaymentMethodRoute,
  listAvailableMethodsRoute,
  listPaymentMethodsRoute,
  readPaymentMethodRoute,
  updatePaymentMethodRoute,
} from "../contract/payment-methods.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";
import { toPaymentMethodWire } from "../serializers/payment-methods.ts";

export const paymentMethodEndpoints = [
  endpoint(createPaymentMethodRoute, async ({ ctx, bearer, body, once }) => {
    // A publishable key is everybody's: it tokenises and touches nobody's customers (service.md §5).
    if (bearer.kind === "publishable" && body.customer) {
      throw new ApiError("key_scope", "Attach the token to a customer from your server.", {
        param: "customer",
      });
    }
    const { number, exp_month: expMonth, exp_year: expYear, cvc } = body.card;
    // The rail is called before the transaction begins: a repeat makes a token that nobody keeps.
    const method = await preparePaymentMethod(ctx, {
      card: { number, expMonth, expYear, cvc },
      customer: body.customer ?? null,
      metadata: body.metadata,
    });
    return await once((tx) => createPaymentMethodIn(tx, method), toPaymentMethodWire);
  }),

  // Before the route with an identifier, which would take "available" for one.
  endpoint(listAvailableMethodsRoute, async ({ query }) => ({
    object: "available_payment_methods",
    country: query.country,
    methods: availableMethods(query.country),
  })),

  endpoint(updatePaymentMethodRoute, ({ ctx, params, body, once }) =>
    once(
      (tx) => updatePaymentMethodIn(tx, ctx, params.payment_method_id, body),
      toPaymentMethodWire,
    ),
  ),

  endpoint(readPaymentMethodRoute, async ({ ctx, params }) =>
    toPaymentMethodWire(await getPaymentMethod(ctx, params.payment_method_id)),
  ),

  endpoint(listPaymentMethodsRoute, async ({ ctx, query, list }) => {
    const { customer, type } = query;
    const page = await listPaymentMethods(ctx, { ...toPageRequest(query), customer, type });
    return list(page, toPaymentMethodWire);
  }),
];
