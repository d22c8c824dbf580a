import { Hono } from "hono";
import { z } from "zod";
import { keyStatus, listKeys } from "#lib/domain/keys/index.ts";
import { createPayment, getPayment, type Payment } from "#lib/domain/payments/index.ts";
import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { attemptKey, renderAnswer, sendAnswer } from "../render-answer.ts";
import type { DashboardContext, DashboardEnv } from "../types.ts";
import {
  type CheckoutPaymentView,
  type CheckoutView,
  checkoutPaymentView,
  checkoutView,
  ORDER_TOTAL_MINOR,
} from "../views/checkout.ts";

/** The demo shop's server, for the checkout inside the dashboard. There is none in live mode. */
export const checkoutRoutes = new Hono<DashboardEnv>();

checkoutRoutes.use("*", async (c, next) => {
  if (c.get("ctx").mode !== "test") {
    throw new ApiError("resource_missing", "The demo checkout is in test mode only.");
  }
  await next();
});

checkoutRoutes.get("/", async (c) => {
  const keys = await listKeys(c.get("ctx"));
  const key = keys.find((one) => one.kind === "publishable" && keyStatus(one) === "active");
  return c.json<CheckoutView>(checkoutView(currencyOf(c), key ?? null));
});

/** One per order and card, or per order and bank: pressing twice charges once. */
const attempt = z.uuid();
const order = z.union([
  z.strictObject({
    paymentMethod: z.string().regex(/^pm_(?!test_)\w{1,90}$/, "Give the token of a card."),
    attempt,
  }),
  z.strictObject({
    method: z.enum(["ideal", "bancontact", "eps", "p24", "sepa_instant"]),
    attempt,
  }),
]);

/** Charges the demo order as a shop's server does. Throws as `createPayment`. */
checkoutRoutes.post("/payments", requireRole("use_sandbox"), async (c) => {
  const { attempt, ...wish } = await readBody(c, order);
  const way =
    "method" in wish
      ? { method: wish.method, paymentMethod: null }
      : { method: "card" as const, paymentMethod: wish.paymentMethod };
  const { result } = renderAnswer<Payment>(c, 201, checkoutPaymentView);
  const answer = await createPayment(
    c.get("ctx"),
    {
      amountMinor: ORDER_TOTAL_MINOR,
      currency: currencyOf(c),
      ...way,
      customer: null,
      capture: "automatic",
      exemption: null,
      description: "Demo checkout",
      statementDescriptor: null,
      returnUrl: `${originOf(c)}/test/checkout/result`,
      metadata: { source: "demo_checkout" },
    },
    attemptKey(c, attempt, wish),
    result,
  );
  return sendAnswer(c, answer);
});

checkoutRoutes.get("/payments/:id", async (c) => {
  const payment = await getPayment(c.get("ctx"), c.req.param("id"));
  return c.json<CheckoutPaymentView>(checkoutPaymentView(payment));
});

const currencyOf = (c: DashboardContext) => c.get("membership").defaultCurrency;

/** Back to the spelling of our address that has the person's session. */
function originOf(c: DashboardContext): string {
  const origin = c.req.header("origin");
  return origin && env.origins.includes(origin) ? origin : env.publicUrl;
}
