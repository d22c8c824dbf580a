import {
  availableMethods,
  createPaymentMethodIn,
  getPaymentMethod,
  listPaymentMethods,
  type NewPaymentMethod,
  preparePaymentMethod,
  updatePaymentMethodIn,
} from "#lib/domain/payment-methods/index.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { PAYMENT_METHOD_TYPES } from "#lib/kernel/vocabulary/payment-methods.ts";
import {
  createPaymentMethodRoute,
  listAvailableMethodsRoute,
  listPaymentMethodsRoute,
  readPaymentMethodRoute,
  updatePaymentMethodRoute,
} from "#lib/wire/contract/payment-methods.ts";
import type { BodyOf } from "#lib/wire/contract/route.ts";
import { toPaymentMethodWire } from "#lib/wire/serializers/customers.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

type Body = BodyOf<typeof createPaymentMethodRoute>;

/** The parameter to tokenise: the one that `type` names. Throws `parameter_invalid` if it is absent or another one is
 * present. */
function sourceOf(body: Body): NewPaymentMethod["source"] {
  for (const name of PAYMENT_METHOD_TYPES) {
    if (name === body.type && !body[name]) throw invalid(name, `Required for type ${name}.`);
    if (name !== body.type && body[name]) throw invalid(name, `Not allowed for type ${body.type}.`);
  }
  if (body.type === "sepa_debit") return { type: body.type, iban: body.sepa_debit!.iban };
  if (body.type === "bacs_debit") {
    const { sort_code: sortCode, account_number: accountNumber } = body.bacs_debit!;
    return { type: body.type, sortCode, accountNumber };
  }
  if (body.type !== "card") return { wallet: body.type, token: body[body.type]!.token };
  const { number, exp_month: expMonth, exp_year: expYear, cvc } = body.card!;
  return { number, expMonth, expYear, cvc };
}

export const paymentMethodEndpoints = [
  endpoint(createPaymentMethodRoute, async ({ ctx, bearer, body, oncePrepared }) => {
    // A publishable key is public: it can tokenise and cannot change customers (service.md §5).
    if (bearer.kind === "publishable" && body.customer) {
      throw new ApiError(
        "key_scope",
        "A publishable key cannot attach a payment method. Attach it to the customer from your server.",
        {
          param: "customer",
        },
      );
    }
    const params = {
      source: sourceOf(body),
      customer: body.customer ?? null,
      metadata: body.metadata,
    };
    return await oncePrepared(
      () => preparePaymentMethod(ctx, params),
      (tx, method) => createPaymentMethodIn(tx, method),
      toPaymentMethodWire,
    );
  }),

  // Before the route with an id, which would match "available".
  endpoint(listAvailableMethodsRoute, async ({ ctx, query }) => ({
    object: "available_payment_methods",
    country: query.country,
    methods: availableMethods(query.country, ctx.merchantCountry).map(({ method, currencies }) => ({
      method,
      currencies: currencies && [...currencies],
    })),
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
