/** Calls that change a payment. */

import { z } from "zod";
import { PAYMENT_EXAMPLE, type PaymentWire, paymentWire } from "./payments.ts";
import { defineRoute } from "./route.ts";
import { amount, metadataInput } from "./shared.ts";

const AUTHORISED: PaymentWire = {
  ...PAYMENT_EXAMPLE,
  amount_captured: 0,
  status: "requires_capture",
  capture: "manual",
};

export const capturePaymentRoute = defineRoute({
  method: "post",
  path: "/v1/payments/{payment_id}/capture",
  name: "capture_payment",
  group: "Payments",
  summary: "Capture a payment",
  description:
    "Captures a payment that is `requires_capture`: the whole amount or, once, a part of it (`amount`). The rest is released.",
  scope: "payments:write",
  bucket: "writes",
  params: { payment_id: "pay" },
  bodyExample: { amount: 1500 },
  body: z.strictObject({
    amount: amount
      .optional()
      .meta({ description: "In minor units; defaults to the authorised amount" }),
  }),
  response: {
    status: 200,
    schema: paymentWire,
    example: { ...AUTHORISED, status: "succeeded", amount_captured: 1500 },
  },
  returns: "payment",
  errors: ["resource_missing", "state_invalid", "gateway_error"],
});

export const updatePaymentRoute = defineRoute({
  method: "post",
  path: "/v1/payments/{payment_id}",
  name: "update_payment",
  group: "Payments",
  summary: "Change a payment's description and metadata",
  description:
    "Changes the parameters that are sent and leaves the others, in any status. `null` clears the description; an empty value removes a metadata key. Sends no event.",
  scope: "payments:write",
  bucket: "writes",
  params: { payment_id: "pay" },
  bodyExample: { description: "Order 6735", metadata: { order_id: "6735", draft: "" } },
  body: z.strictObject({
    description: z
      .string()
      .max(1_000)
      .nullable()
      .optional()
      .meta({ description: "Your text; payers do not see it" }),
    metadata: metadataInput.optional(),
  }),
  response: { status: 200, schema: paymentWire, example: PAYMENT_EXAMPLE },
  returns: "payment",
  errors: ["resource_missing"],
});

export const retryPaymentRoute = defineRoute({
  method: "post",
  path: "/v1/payments/{payment_id}/retry",
  name: "retry_payment",
  group: "Payments",
  summary: "Retry a declined payment",
  description:
    "Charges a soft-declined payment again without the payer, as a new payment whose `retry_of` names it. Answers 201 with the new payment, or 402 `card_declined` if it is declined again. A payment can be retried once, within 7 days, if a live mandate covers its payment method and nobody has paid or tried since; the card schemes' limits hold. Otherwise 409 `state_invalid` gives the reason. A payment of a subscription's invoice collects the open invoice now; dunning continues as planned if that fails.",
  scope: "payments:write",
  bucket: "writes",
  params: { payment_id: "pay" },
  body: z.strictObject({}),
  response: {
    status: 201,
    schema: paymentWire,
    example: {
      ...PAYMENT_EXAMPLE,
      sca: "not_required",
      retry_of: "pay_01kp0c5n7v3m8q2w4x6y9z1b5a",
    },
  },
  returns: "payment",
  errors: ["card_declined", "resource_missing", "state_invalid", "gateway_error"],
});

export const cancelPaymentRoute = defineRoute({
  method: "post",
  path: "/v1/payments/{payment_id}/cancel",
  name: "cancel_payment",
  group: "Payments",
  summary: "Cancel a payment",
  description:
    "Cancels a payment that is `requires_action` or `requires_capture`, and releases the authorised amount.",
  scope: "payments:write",
  bucket: "writes",
  params: { payment_id: "pay" },
  body: z.strictObject({}),
  response: { status: 200, schema: paymentWire, example: { ...AUTHORISED, status: "canceled" } },
  returns: "payment",
  errors: ["resource_missing", "state_invalid", "gateway_error"],
});
