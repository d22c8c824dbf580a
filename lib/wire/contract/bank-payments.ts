import { z } from "zod";
import { BANK_STATUSES, PAYMENT_STATUSES } from "#lib/kernel/vocabulary/payments.ts";
import { defineRoute } from "./route.ts";
import {
  amount,
  countryInput,
  currency,
  currencyCode,
  envelope,
  expandable,
  listOf,
  listQuery,
  metadataInput,
  minorUnits,
  timestamp,
} from "./shared.ts";

export const bankPaymentWire = z
  .object({
    ...envelope("bank_payment", "bp"),
    amount: minorUnits,
    amount_refunded: minorUnits,
    currency: currencyCode,
    status: z
      .enum(PAYMENT_STATUSES)
      .meta({ description: "The same statuses as those of other payments" }),
    bank_status: z.enum(BANK_STATUSES).meta({ description: "Its progress at the payer's bank" }),
    bank_id: z.string().nullable().meta({ description: "null until the payer has chosen a bank" }),
    payer: z
      .object({
        name: z.string().nullable().meta({ description: "The payer's name" }),
        country: z
          .string()
          .nullable()
          .meta({ description: "ISO 3166-1 alpha-2 code in upper case" }),
      })
      .meta({ description: "What you know about the payer" }),
    reference: z.string().meta({ description: "Shown on the payer's statement" }),
    end_to_end_id: z
      .string()
      .meta({ description: "Stays the same at every bank that handles the payment" }),
    description: z.string().nullable().meta({ description: "Your text" }),
    next_action: z
      .enum(["redirect"])
      .nullable()
      .meta({ description: "What the payer must do: `redirect` means to open `redirect_url`" }),
    redirect_url: z
      .string()
      .nullable()
      .meta({ description: "Where the payer approves the payment" }),
    return_url: z
      .string()
      .nullable()
      .meta({ description: "Where the payer's browser goes after the bank" }),
    failure_reason: z
      .string()
      .nullable()
      .meta({ description: "Why it failed; null unless `status` is `failed`" }),
    disputed: z.boolean().meta({ description: "Whether a dispute was opened about it" }),
    settlement: expandable("stl", "settlement").nullable(),
    expires_at: timestamp
      .nullable()
      .meta({ description: "When it is canceled unless the payer approves it before" }),
  })
  .meta({
    id: "bank_payment",
    description: "A payment that the payer approves in their bank's app",
  });
export type BankPaymentWire = z.output<typeof bankPaymentWire>;

export const BANK_PAYMENT_EXAMPLE: BankPaymentWire = {
  id: "bp_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "bank_payment",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  metadata: { order_id: "6735" },
  amount: 1999,
  amount_refunded: 0,
  currency: "EUR",
  status: "requires_action",
  bank_status: "authorization_required",
  bank_id: null,
  payer: { name: "Ada Lindqvist", country: "SE" },
  reference: "Order 6735",
  end_to_end_id: "E2E01KP0C5N7V3M8Q2W4X6Y9Z1B5D",
  description: null,
  next_action: "redirect",
  redirect_url: "https://pay.example/bank/01kp0a…",
  return_url: "https://shop.example/thanks",
  failure_reason: null,
  disputed: false,
  settlement: null,
  expires_at: "2026-04-12T10:31:07Z",
};

export const createBankPaymentRoute = defineRoute({
  method: "post",
  path: "/v1/bank_payments",
  name: "create_bank_payment",
  group: "Bank payments",
  summary: "Start a bank payment",
  description:
    "Returns a `redirect_url` at which the payer approves the payment in their bank's app. `payment.*` events carry this object and report the outcome. Refund it by its id. In the sandbox `bank_id` is `bank_ok`, `bank_declines`, `bank_slow` (settles ten minutes after the approval) or `bank_unavailable`; without `bank_id` the payer chooses.",
  scope: "bank_payments:write",
  bucket: "writes",
  bodyExample: {
    amount: 1999,
    currency: "EUR",
    payer: { name: "Ada Lindqvist", country: "SE" },
    reference: "Order 6735",
    return_url: "https://shop.example/thanks",
  },
  body: z.strictObject({
    amount,
    currency,
    payer: z
      .strictObject({
        name: z
          .string()
          .min(1)
          .max(140)
          .nullable()
          .optional()
          .meta({ description: "The payer's name" }),
        country: countryInput
          .nullable()
          .optional()
          .meta({ description: "ISO 3166-1 alpha-2 code in upper case" }),
      })
      .optional()
      .meta({ description: "What you know about the payer" }),
    bank_id: z
      .string()
      .regex(/^[a-z0-9_]{1,64}$/, "Must be the id of a bank")
      .nullable()
      .optional()
      .meta({
        description: "The payer's bank; without it the payer chooses one",
        example: "bank_ok",
      }),
    reference: z
      .string()
      .regex(
        /^(?! )[A-Za-z0-9 /?:().,'+-]{1,35}(?<! )$/,
        "Must have 1 to 35 letters, digits, spaces or / ? : ( ) . , ' + -",
      )
      .nullable()
      .optional()
      .meta({ description: "At most 18 characters in GBP", example: "Order 6735" }),
    description: z
      .string()
      .max(1_000)
      .nullable()
      .optional()
      .meta({ description: "Your text; payers do not see it" }),
    return_url: z
      .url({ protocol: /^https?$/, error: "Must be an http or https address" })
      .max(2_000)
      .nullable()
      .optional()
      .meta({ description: "Where the payer's browser goes after the bank" }),
    metadata: metadataInput.optional(),
  }),
  response: { status: 201, schema: bankPaymentWire, example: BANK_PAYMENT_EXAMPLE },
  returns: "bank_payment",
  errors: ["gateway_error"],
});

export const readBankPaymentRoute = defineRoute({
  method: "get",
  path: "/v1/bank_payments/{bank_payment_id}",
  name: "read_bank_payment",
  group: "Bank payments",
  summary: "Read one bank payment",
  scope: "bank_payments:read",
  bucket: "reads",
  params: { bank_payment_id: "bp" },
  response: { status: 200, schema: bankPaymentWire, example: BANK_PAYMENT_EXAMPLE },
  returns: "bank_payment",
  errors: ["resource_missing"],
});

export const listBankPaymentsRoute = defineRoute({
  method: "get",
  path: "/v1/bank_payments",
  name: "list_bank_payments",
  group: "Bank payments",
  summary: "List bank payments",
  scope: "bank_payments:read",
  bucket: "lists",
  query: listQuery.extend({
    status: z
      .enum(PAYMENT_STATUSES)
      .optional()
      .meta({ description: "The same statuses as those of other payments" }),
    currency: currency.optional(),
  }),
  response: {
    status: 200,
    schema: listOf(bankPaymentWire),
    example: {
      object: "list",
      url: "/v1/bank_payments",
      data: [BANK_PAYMENT_EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "bank_payment",
});
