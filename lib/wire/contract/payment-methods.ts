import { z } from "zod";
import {
  CARD_FUNDINGS,
  PAYMENT_METHOD_STATUSES,
  PAYMENT_METHOD_TYPES,
} from "#lib/kernel/vocabulary/payment-methods.ts";
import { PAYMENT_METHODS } from "#lib/kernel/vocabulary/payments.ts";
import { defineRoute } from "./route.ts";
import {
  country,
  countryInput,
  envelope,
  expandable,
  listOf,
  listQuery,
  metadataInput,
} from "./shared.ts";

export const paymentMethodWire = z
  .object({
    ...envelope("payment_method", "pm"),
    type: z.enum(PAYMENT_METHOD_TYPES).meta({ description: "What it is" }),
    status: z
      .enum(PAYMENT_METHOD_STATUSES)
      .meta({ description: "`detached` and `expired` methods cannot be charged" }),
    card: z
      .object({
        brand: z.string().meta({ description: "The card's brand, such as `visa`" }),
        last4: z.string().meta({ description: "The last four digits of the number" }),
        exp_month: z.int().meta({ description: "Month of expiry, from 1" }),
        exp_year: z.int().meta({ description: "Year of expiry, with four digits" }),
        bin: z
          .string()
          .meta({ description: "The first digits of the number, which identify the issuer" }),
        issuer: z.string().meta({ description: "The bank that issued the card" }),
        country: z.string().meta({ description: "Country of the issuer or bank" }),
        funding: z
          .string()
          .meta({ description: "How the card is funded", enum: [...CARD_FUNDINGS] }),
        fingerprint: z.string().meta({ description: "The same for equal card numbers" }),
      })
      .nullable()
      .meta({ description: "The card, also of a wallet; null for debits" }),
    bank: z
      .object({
        country: z.string().meta({ description: "Country of the issuer or bank" }),
        last4: z.string().meta({ description: "The last four digits of the number" }),
        bank_code: z.string().meta({ description: "Bank identifier or sort code" }),
      })
      .nullable()
      .meta({
        description: "Debit methods only: the parts of the account number that may be shown",
      }),
    network_token: z.boolean().meta({
      description:
        "Whether the card network has issued a network token for it. A wallet's method has one from the start; a card gets one with its first approved payment that has a customer, such as the first of a subscription.",
    }),
    reusable: z.boolean().meta({
      description:
        "Whether it can be charged again, with or without a customer; true for all methods today",
    }),
    customer: expandable("cus", "customer").nullable(),
  })
  .meta({
    id: "payment_method",
    description: "A tokenised card, wallet or bank account; its number is never stored",
  });
export type PaymentMethodWire = z.output<typeof paymentMethodWire>;

const EXAMPLE: PaymentMethodWire = {
  id: "pm_01kp0c5n7v3m8q2w4x6y9z1b5c",
  object: "payment_method",
  livemode: false,
  created: "2026-04-12T09:31:06Z",
  metadata: {},
  type: "card",
  status: "active",
  card: {
    brand: "visa",
    last4: "4242",
    exp_month: 12,
    exp_year: 2030,
    bin: "424242",
    issuer: "Harbour & Vale Bank",
    country: "GB",
    funding: "credit",
    fingerprint: "9f1c03b7a2d45e6880aa",
  },
  bank: null,
  network_token: false,
  reusable: true,
  customer: null,
};

/** Digits, possibly separated by spaces or hyphens. */
const cardNumber = z
  .string()
  .max(40)
  .regex(/^[\d -]+$/, "Must be a card number")
  .transform((text) => text.replace(/[ -]/g, ""))
  .meta({
    description: "The card number; spaces and hyphens are ignored",
    example: "4242424242424242",
  });

const securityCode = z
  .string()
  .regex(/^\d{3,4}$/, "Must have 3 or 4 digits")
  .meta({ description: "The security code", example: "123" });

/** `30` and `2030` are the same year on a card. */
const expiryYear = z
  .int()
  .min(0)
  .max(9999)
  .transform((year) => (year < 100 ? 2000 + year : year))
  .meta({ description: "Year of expiry, with two or four digits", example: 2030 });

const walletInput = z
  .strictObject({
    token: z
      .string()
      .min(1)
      .max(20_000)
      .meta({ description: "The token that the wallet returned", example: "test_ok" }),
  })
  .optional();

export const createPaymentMethodRoute = defineRoute({
  method: "post",
  path: "/v1/payment_methods",
  name: "create_payment_method",
  group: "Payment methods",
  summary: "Tokenise a card, a wallet or a bank account",
  description:
    "Exchanges a card, a wallet token or a bank account for a payment method that payments accept. Meant for browsers with a publishable key: `Idempotency-Key` is then optional and the body is at most 16 KiB.",
  scope: "payment_methods:write",
  keys: ["publishable", "secret"],
  bucket: "writes",
  tokenises: true,
  cors: true,
  bodyExample: {
    type: "card",
    card: { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" },
  },
  body: z.strictObject({
    type: z.enum(PAYMENT_METHOD_TYPES).meta({ description: "What it is" }),
    card: z
      .strictObject({
        number: cardNumber,
        exp_month: z
          .int()
          .min(1)
          .max(12)
          .meta({ description: "Month of expiry, from 1", example: 12 }),
        exp_year: expiryYear,
        cvc: securityCode,
      })
      .optional()
      .meta({ description: "Required for `card`; not allowed otherwise" }),
    apple_pay: walletInput.meta({ description: "Required for `apple_pay`; not allowed otherwise" }),
    google_pay: walletInput.meta({
      description: "Required for `google_pay`; not allowed otherwise",
    }),
    sepa_debit: z
      .strictObject({
        iban: z
          .string()
          .min(5)
          .max(42)
          .meta({ description: "The payer's IBAN", example: "DE89370400440532013000" }),
      })
      .optional()
      .meta({ description: "Required for `sepa_debit`; not allowed otherwise" }),
    bacs_debit: z
      .strictObject({
        sort_code: z
          .string()
          .regex(/^\d{2}-?\d{2}-?\d{2}$/, "Must have 6 digits, such as 108800 or 10-88-00")
          .transform((text) => text.replaceAll("-", ""))
          .meta({ description: "The sort code, of 6 digits", example: "108800" }),
        account_number: z
          .string()
          .regex(/^\d{8}$/, "Must have 8 digits")
          .meta({ description: "The account number, of 8 digits", example: "00012345" }),
      })
      .optional()
      .meta({ description: "Required for `bacs_debit`; not allowed otherwise" }),
    customer: z
      .string()
      .min(1)
      .max(100)
      .nullable()
      .optional()
      .meta({ description: "Customer to attach it to; secret keys only" }),
    metadata: metadataInput.optional(),
  }),
  response: { status: 201, schema: paymentMethodWire, example: EXAMPLE },
  returns: "payment_method",
  errors: ["card_declined", "resource_missing", "gateway_error"],
});

export const readPaymentMethodRoute = defineRoute({
  method: "get",
  path: "/v1/payment_methods/{payment_method_id}",
  name: "read_payment_method",
  group: "Payment methods",
  summary: "Read one payment method",
  scope: "payment_methods:read",
  bucket: "reads",
  params: { payment_method_id: "pm" },
  response: { status: 200, schema: paymentMethodWire, example: EXAMPLE },
  returns: "payment_method",
  errors: ["resource_missing"],
});

export const updatePaymentMethodRoute = defineRoute({
  method: "post",
  path: "/v1/payment_methods/{payment_method_id}",
  name: "update_payment_method",
  group: "Payment methods",
  summary: "Attach a payment method to a customer",
  description:
    "Attaches a method that a browser tokenised to a customer for later payments, or changes its metadata. An attached method cannot move to another customer.",
  scope: "payment_methods:write",
  bucket: "writes",
  params: { payment_method_id: "pm" },
  bodyExample: { customer: "cus_01kp0c5n7v3m8q2w4x6y9z1b5d" },
  body: z.strictObject({
    customer: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "Customer to attach it to" }),
    metadata: metadataInput.optional(),
  }),
  response: { status: 200, schema: paymentMethodWire, example: EXAMPLE },
  returns: "payment_method",
  errors: ["resource_missing", "state_invalid"],
});

export const listPaymentMethodsRoute = defineRoute({
  method: "get",
  path: "/v1/payment_methods",
  name: "list_payment_methods",
  group: "Payment methods",
  summary: "List payment methods",
  scope: "payment_methods:read",
  bucket: "lists",
  query: listQuery.extend({
    customer: z.string().min(1).max(100).optional(),
    type: z.enum(PAYMENT_METHOD_TYPES).optional(),
  }),
  response: {
    status: 200,
    schema: listOf(paymentMethodWire),
    example: {
      object: "list",
      url: "/v1/payment_methods",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "payment_method",
});

export const availableMethodsWire = z
  .object({
    object: z.literal("available_payment_methods"),
    country,
    methods: z
      .array(
        z.object({
          method: z.enum(PAYMENT_METHODS).meta({ description: "Value for `method` of a payment" }),
          currencies: z.array(z.string()).nullable().meta({
            description: "The currencies in which payers there can use it; null: all",
          }),
        }),
      )
      .meta({ description: "In the order in which to offer them" }),
  })
  .meta({
    id: "available_payment_methods",
    description: "The payment methods that payers of a country can use",
  });

export const listAvailableMethodsRoute = defineRoute({
  method: "get",
  path: "/v1/payment_methods/available",
  name: "list_available_methods",
  group: "Payment methods",
  summary: "List methods for a payer",
  description:
    "The methods that a checkout can offer to a payer in a country, as values of a payment's `method`. Bank payments have their own route, `POST /v1/bank_payments`: EUR and GBP, from payers in a SEPA country, for merchants in Europe.",
  scope: "payment_methods:read",
  keys: ["publishable", "secret"],
  bucket: "reads",
  cors: true,
  query: z.strictObject({ country: countryInput }),
  response: {
    status: 200,
    schema: availableMethodsWire,
    example: {
      object: "available_payment_methods",
      country: "DE",
      methods: [
        { method: "card", currencies: null },
        { method: "apple_pay", currencies: null },
        { method: "google_pay", currencies: null },
        { method: "sepa_debit", currencies: ["EUR"] },
        { method: "sepa_instant", currencies: ["EUR"] },
      ],
    },
  },
});
