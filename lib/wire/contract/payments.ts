import { z } from "zod";
import { CARD_FUNDINGS } from "#lib/kernel/vocabulary/payment-methods.ts";
import {
  ADVICE_CODES,
  CAPTURE_MODES,
  EXEMPTION_OUTCOMES,
  EXEMPTIONS,
  LIABILITIES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  SCA_RESULTS,
} from "#lib/kernel/vocabulary/payments.ts";
import { acquirerResponseWire } from "./acquirer-response.ts";
import { defineRoute } from "./route.ts";
import {
  amount,
  currency,
  currencyCode,
  envelope,
  expandable,
  listOf,
  listQuery,
  mandateData,
  metadataInput,
  minorUnits,
  timestamp,
} from "./shared.ts";

const declineWire = z.object({
  code: z
    .string()
    .meta({ description: "Paydesk's code for the reason", example: "insufficient_funds" }),
  network_code: z.string().nullable().meta({ description: "The scheme's or bank's code" }),
  advice_code: z
    .enum(ADVICE_CODES)
    .nullable()
    .meta({ description: "Whether to retry the payment" }),
});

const cardWire = z.object({
  brand: z.string().meta({ description: "The card's brand, such as `visa`" }),
  last4: z.string().meta({ description: "The last four digits of the number" }),
  bin: z
    .string()
    .meta({ description: "The first digits of the number, which identify the issuer" }),
  issuer: z.string().meta({ description: "The bank that issued the card" }),
  country: z.string().meta({ description: "The issuer's country" }),
  funding: z.string().meta({ description: "How the card is funded", enum: [...CARD_FUNDINGS] }),
});

export const paymentWire = z
  .object({
    ...envelope("payment", "pay"),
    amount: minorUnits,
    amount_captured: minorUnits,
    amount_refunded: minorUnits,
    currency: currencyCode,
    status: z.enum(PAYMENT_STATUSES).meta({
      description:
        "`succeeded`, `failed` and `canceled` are final, except that a bank can take a debit back",
    }),
    method: z.enum(PAYMENT_METHODS).meta({ description: "The payment method" }),
    capture: z
      .enum(CAPTURE_MODES)
      .meta({ description: "`manual` only authorises the payment; it is captured by a call" }),
    sca: z.enum(SCA_RESULTS).nullable().meta({
      description: "How the payer was authenticated; null until the issuer has answered",
    }),
    next_action: z.enum(["redirect"]).nullable().meta({
      description: "What the payer must do: `redirect` means to open `redirect_url`",
    }),
    redirect_url: z.string().nullable().meta({
      description: "Where to send the payer's browser; null unless `next_action` is `redirect`",
    }),
    settles: z.string().nullable().meta({ description: "Rail that settles it; null for cards" }),
    exemption: z
      .enum(EXEMPTIONS)
      .nullable()
      .meta({ description: "The requested exemption from strong customer authentication" }),
    exemption_outcome: z.enum(EXEMPTION_OUTCOMES).nullable().meta({
      description: "Whether the issuer accepted the exemption; null if none was requested",
    }),
    customer: expandable("cus", "customer").nullable(),
    payment_method: expandable("pm", "payment_method").nullable(),
    card: cardWire
      .nullable()
      .meta({ description: "The card, also of a wallet; null for other methods" }),
    acquirer_response: acquirerResponseWire.nullable().meta({
      description:
        "What the acquirer reported about a card payment. A fact that it did not tell is null",
    }),
    decline: declineWire.nullable().meta({ description: "Why it was declined" }),
    description: z.string().nullable().meta({ description: "Your text" }),
    statement_descriptor: z
      .string()
      .nullable()
      .meta({ description: "Shown on the payer's statement" }),
    return_url: z
      .string()
      .nullable()
      .meta({ description: "Where the payer's browser goes after the redirect" }),
    disputed: z.boolean().meta({ description: "Whether a dispute was opened about it" }),
    mandate: expandable("mdt", "mandate").nullable(),
    subscription: expandable("sub", "subscription").nullable(),
    invoice: expandable("in", "invoice").nullable(),
    settlement: expandable("stl", "settlement").nullable(),
    retry_of: expandable("pay", "payment").nullable().meta({
      description: "The declined payment that it retries without the payer",
    }),
    expires_at: timestamp.nullable().meta({
      description:
        "Until when the payer can confirm it. For an authorisation created with version 2026-12-01 or later: until when it can be captured. Then it is `canceled`",
    }),
  })
  .meta({ id: "payment", description: "A charge by card or another payment method" });
export type PaymentWire = z.output<typeof paymentWire>;

export const PAYMENT_EXAMPLE: PaymentWire = {
  id: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "payment",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  metadata: { order_id: "6735" },
  amount: 1999,
  amount_captured: 1999,
  amount_refunded: 0,
  currency: "EUR",
  status: "succeeded",
  method: "card",
  capture: "automatic",
  sca: "frictionless",
  next_action: null,
  redirect_url: null,
  settles: null,
  exemption: null,
  exemption_outcome: null,
  customer: null,
  payment_method: "pm_01kp0c5n7v3m8q2w4x6y9z1b5c",
  card: {
    brand: "visa",
    last4: "4242",
    bin: "424242",
    issuer: "Harbour & Vale Bank",
    country: "GB",
    funding: "credit",
  },
  acquirer_response: {
    eci: "05",
    liability_shift: true,
    avs_result: "not_checked",
    cvc_result: "match",
    arn: "74120806102000012345671",
  },
  decline: null,
  description: "Order 6735",
  statement_descriptor: "LINDQVIST DESIGN",
  return_url: null,
  disputed: false,
  mandate: null,
  subscription: null,
  invoice: null,
  settlement: null,
  retry_of: null,
  expires_at: null,
};

const statementDescriptor = z
  .string()
  .regex(
    /^(?=.*[A-Za-z])[A-Za-z0-9 .,&+/-]{1,22}$/,
    "Must have 1 to 22 letters, digits, spaces or . , & + / - and at least one letter",
  )
  .meta({ description: "Shown on the payer's statement", example: "LINDQVIST DESIGN" });

const returnUrl = z
  .url({ protocol: /^https?$/, error: "Must be an http or https address" })
  .max(2_000)
  .meta({ description: "Where the payer's browser goes after the redirect" });

export const createPaymentRoute = defineRoute({
  method: "post",
  path: "/v1/payments",
  name: "create_payment",
  group: "Payments",
  summary: "Create a payment",
  description:
    "Charges a payment method, or returns a `redirect_url` for the payer (`requires_action`). Answers 201 with the payment, or 402 `card_declined` with the failed payment in the error. Debits stay `processing` for days; an event reports the outcome. The same `Idempotency-Key` never charges twice.",
  scope: "payments:write",
  bucket: "writes",
  bodyExample: {
    amount: 1999,
    currency: "EUR",
    method: "card",
    payment_method: "pm_test_4242424242424242",
    description: "Order 6735",
    metadata: { order_id: "6735" },
  },
  body: z.strictObject({
    amount,
    currency,
    method: z.enum(PAYMENT_METHODS).meta({ description: "The payment method" }),
    payment_method: z.string().min(1).max(100).optional().meta({
      description:
        "A `pm_` token. Required for cards, wallets and debits; not allowed otherwise. In test mode also `pm_test_` with a test card's number",
      example: "pm_test_4242424242424242",
    }),
    blik: z
      .strictObject({
        code: z
          .string()
          .regex(/^\d{6}$/, "Must have 6 digits")
          .meta({ description: "Six digits" }),
      })
      .optional()
      .meta({ description: "Required for `blik`: the code that the payer's bank app shows" }),
    mandate_data: mandateData.optional().meta({
      description:
        "Debits only: when and from where the payer agreed. If sent, it counts as a new agreement, and an ended mandate is replaced. From version 2026-12-01 on it is required for the first debit of a payment method",
    }),
    customer: z
      .string()
      .min(1)
      .max(100)
      .nullable()
      .optional()
      .meta({ description: "The customer who pays" }),
    capture: z
      .enum(CAPTURE_MODES)
      .default("automatic")
      .meta({ description: "`manual` only authorises the payment; it is captured by a call" }),
    exemption: z.enum(EXEMPTIONS).nullable().optional().meta({
      description:
        "Requests an exemption from strong customer authentication. `low_value` is for at most 30 EUR, `transaction_risk_analysis` for at most 500 EUR. Other currencies are converted at the current exchange rate; a currency without a rate is refused. Above the limit the payment is made without the exemption and `exemption_outcome` is `rejected`",
    }),
    description: z
      .string()
      .max(1_000)
      .nullable()
      .optional()
      .meta({ description: "Your text; payers do not see it" }),
    statement_descriptor: statementDescriptor
      .nullable()
      .optional()
      .meta({ description: "Shown on the payer's statement" }),
    return_url: returnUrl
      .nullable()
      .optional()
      .meta({ description: "Where the payer's browser goes after the redirect" }),
    metadata: metadataInput.optional(),
  }),
  response: { status: 201, schema: paymentWire, example: PAYMENT_EXAMPLE },
  returns: "payment",
  errors: ["card_declined", "resource_missing", "gateway_error"],
});

export const readPaymentRoute = defineRoute({
  method: "get",
  path: "/v1/payments/{payment_id}",
  name: "read_payment",
  group: "Payments",
  summary: "Read one payment",
  scope: "payments:read",
  bucket: "reads",
  params: { payment_id: "pay" },
  response: { status: 200, schema: paymentWire, example: PAYMENT_EXAMPLE },
  returns: "payment",
  errors: ["resource_missing"],
});

export const listPaymentsRoute = defineRoute({
  method: "get",
  path: "/v1/payments",
  name: "list_payments",
  group: "Payments",
  summary: "List payments",
  scope: "payments:read",
  bucket: "lists",
  query: listQuery.extend({
    status: z.enum(PAYMENT_STATUSES).optional(),
    method: z.enum(PAYMENT_METHODS).optional(),
    currency: currency.optional(),
    customer: z.string().min(1).max(100).optional(),
    payment_method: z.string().min(1).max(100).optional(),
    amount: z
      .strictObject({ gte: amount.optional(), lte: amount.optional() })
      .optional()
      .meta({ description: "Bounds of the amount, both inclusive" }),
    liability: z.enum(LIABILITIES).optional().meta({
      description:
        "Who bears the loss if the payment is disputed as fraud: `issuer` where `acquirer_response.liability_shift` is true, `merchant` where it is false. Payments for which the acquirer reported neither match none",
    }),
  }),
  response: {
    status: 200,
    schema: listOf(paymentWire),
    example: {
      object: "list",
      url: "/v1/payments",
      data: [PAYMENT_EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "payment",
});
