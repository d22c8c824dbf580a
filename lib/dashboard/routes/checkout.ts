import { z } from "zod";
import { findCountry } from "#lib/domain/accounts/index.ts";
import { keyStatus, listKeys } from "#lib/domain/keys/index.ts";
import { ruleOf } from "#lib/domain/payment-methods/index.ts";
import { createBankPayment, createPayment, getPayment } from "#lib/domain/payments/index.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { isCountryCode } from "#lib/kernel/vocabulary/countries.ts";
import type { PaymentMethodName } from "#lib/kernel/vocabulary/payments.ts";
import { readParam } from "../list-params.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import {
  checkoutPaymentView,
  checkoutView,
  orderTotalMinor,
  type Payer,
} from "../views/checkout.ts";

/** The server of the demo shop. Test mode only. */
export const checkoutRoutes = routesAt("/:mode/checkout");

checkoutRoutes.app.use("*", async (c, next) => {
  if (c.get("ctx").mode !== "test") {
    throw new ApiError("resource_missing", "The demo checkout is in test mode only.");
  }
  await next();
});

checkoutRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const keys = await listKeys(ctx);
  const key = keys.find((one) => one.kind === "publishable" && keyStatus(one) === "active");
  const payer = payerIn(c, readParam(c, "country") ?? ctx.merchantCountry);
  const { merchantCountry } = ctx;
  const takesBankPayments = mayPay("bank_payment", payer, merchantCountry);
  return reply(c, checkoutView({ payer, merchantCountry, takesBankPayments, key: key ?? null }));
});

/** Methods that redirect the payer to their bank and need no token. */
const REDIRECTS = ["ideal", "bancontact", "eps", "p24", "sepa_instant", "bank_payment"] as const;

/** A repeat with the same `attempt` charges once. */
export const order = z.strictObject({
  attempt: z.uuid(),
  country: z.string().optional(),
  method: z
    .enum(["card", "apple_pay", "google_pay", "sepa_debit", "bacs_debit", "blik", ...REDIRECTS])
    .default("card"),
  paymentMethod: z
    .string()
    .regex(/^pm_(?!test_)\w{1,90}$/, "Give a token.")
    .optional(),
  blikCode: z
    .string()
    .regex(/^\d{6}$/, "A BLIK code has six digits.")
    .optional(),
});

/** Charges the demo order. The server sets price and currency, not the browser. Throws as `createPayment`. */
checkoutRoutes.post("/payments", requireRole("use_sandbox"), async (c) => {
  const { attempt, ...params } = await readBody(c, order);
  const ctx = c.get("ctx");
  const { country, currency } = payerIn(c, params.country ?? ctx.merchantCountry);
  const shared = {
    amountMinor: orderTotalMinor(currency),
    currency,
    description: "Demo checkout",
    returnUrl: `${originOf(c)}/test/checkout/result`,
    metadata: { source: "demo_checkout" },
  };
  const press = { attempt, params, status: 201, view: checkoutPaymentView } as const;
  if (params.method === "bank_payment") {
    const payer = { name: null, country };
    const asked = { ...shared, payer, bankId: null, reference: null };
    return await replyOnce(c, press, (request, { result }) =>
      createBankPayment(ctx, asked, request, result),
    );
  }
  const asked = {
    ...shared,
    method: params.method,
    paymentMethod: params.paymentMethod ?? null,
    blikCode: params.blikCode ?? null,
    customer: null,
    capture: "automatic",
    exemption: null,
    statementDescriptor: null,
  } as const;
  return await replyOnce(c, press, (request, { result }) =>
    createPayment(ctx, asked, request, result),
  );
});

checkoutRoutes.get("/payments/:id", async (c) => {
  const payment = await getPayment(c.get("ctx"), c.req.param("id"));
  return reply(c, checkoutPaymentView(payment));
});

/** A payer in a country, with its currency where we know it. Throws `parameter_invalid`. */
function payerIn(c: DashboardContext, country: string): Payer {
  if (!isCountryCode(country)) throw invalid("country", "Give a country by its two letters.");
  const currency = findCountry(country)?.currency ?? c.get("membership").defaultCurrency;
  return { country, currency };
}

function mayPay(method: PaymentMethodName, payer: Payer, merchantCountry: string): boolean {
  const { payers, merchants, currencies } = ruleOf(method);
  const takesCurrency = !currencies || currencies.includes(payer.currency);
  return takesCurrency && payers(payer.country) && merchants(merchantCountry);
}

/** The origin that the browser used, because only that one has the session cookie. */
function originOf(c: DashboardContext): string {
  const origin = c.req.header("origin");
  return origin && env.origins.includes(origin) ? origin : env.publicUrl;
}
