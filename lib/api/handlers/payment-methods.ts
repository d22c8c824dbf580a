import {
  availableMethods,
  createPaymentMethodIn,
  getPaymentMethod,
  listPaymentMethods,
  preparePaymentMethod,
} from "#lib/domain/payment-methods/index.ts";
import {
  createPaymentMethodRoute,
  listAvailableMethodsRoute,
  listPaymentMethodsRoute,
  readPaymentMethodRoute,
} from "../contract/payment-methods.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";
import { toPaymentMethodWire } from "../serializers/payment-methods.ts";

export const paymentMethodEndpoints = [
  endpoint(createPaymentMethodRoute, async ({ ctx, body, once }) => {
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

  endpoint(readPaymentMethodRoute, async ({ ctx, params }) =>
    toPaymentMethodWire(await getPaymentMethod(ctx, params.payment_method_id)),
  ),

  endpoint(listPaymentMethodsRoute, async ({ ctx, query, list }) => {
    const { customer, type } = query;
    const page = await listPaymentMethods(ctx, { ...toPageRequest(query), customer, type });
    return list(page, toPaymentMethodWire);
  }),
];
