import { z } from "zod";
import {
  APPROVAL_STATES,
  PAYEE_VERIFICATIONS,
  PAYOUT_RAILS,
  PAYOUT_STATUSES,
} from "#lib/kernel/vocabulary/payouts.ts";
import { payoutApprovalWire } from "./payout-approval.ts";
import { payoutBatchWire } from "./payout-batches.ts";
import { defineRoute } from "./route.ts";
import {
  currency,
  currencyCode,
  envelope,
  expandable,
  listOf,
  listQuery,
  metadataInput,
  minorInput,
  minorUnits,
} from "./shared.ts";

const MAX_AMOUNT = 99_999_999_999;

/** An amount to send or to add; it can be larger than that of a card payment. */
export const payoutAmount = minorInput
  .min(1)
  .max(MAX_AMOUNT)
  .meta({ description: "Integer in minor units of the currency", example: 125_000 });

const text = z.string().max(200).nullable().optional();

export const payoutWire = z
  .object({
    ...envelope("payout", "po"),
    amount: minorUnits,
    currency: currencyCode,
    status: z.enum(PAYOUT_STATUSES).meta({
      description:
        "`settled`, `failed` and `canceled` are final; a settled payout can still be `returned`",
    }),
    beneficiary: z
      .object({
        name: z.string().meta({ description: "The account's holder" }),
        iban: z.string().nullable().meta({ description: "IBAN; null for accounts without one" }),
        account_number: z
          .string()
          .nullable()
          .meta({ description: "Account number; null for accounts with an IBAN" }),
        sort_code: z
          .string()
          .nullable()
          .meta({ description: "Sort code, BSB, or institution and branch number" }),
        bic: z
          .string()
          .nullable()
          .meta({ description: "BIC of the bank; null if it was not given" }),
        country: z.string().meta({ description: "The bank's country" }),
      })
      .meta({ description: "Who gets the money" }),
    payee_verification: z.enum(PAYEE_VERIFICATIONS).nullable().meta({
      description:
        "Whether the account holder has this name; null until a batch's payout is sent. A mismatch does not stop the payout",
    }),
    rail_requested: z
      .enum(PAYOUT_RAILS)
      .meta({ description: "The rail that was asked for, or the currency's fastest" }),
    rail: z.enum(PAYOUT_RAILS).meta({ description: "The rail that carries it now" }),
    fallback_reason: z.string().nullable().meta({
      description:
        "Why it uses another rail than requested, as an ISO 20022 code such as CNOR (the bank does not take part in SEPA Instant) or AB05 (it did not answer in time)",
    }),
    reference: z.string().nullable().meta({ description: "Shown on the beneficiary's statement" }),
    end_to_end_id: z
      .string()
      .meta({ description: "Stays the same at every bank that handles the payout" }),
    return_reason: z
      .object({
        code: z.string().meta({ description: "ISO 20022 code" }),
        message: z.string().meta({ description: "Its meaning, for people" }),
      })
      .nullable()
      .meta({
        description:
          "Why it failed, was rejected or was returned: an ISO 20022 code and its meaning",
      }),
    approval: payoutApprovalWire,
    batch: expandable("pob", "payout_batch").nullable(),
    arrival_date: z.iso.date().meta({
      description: "When the money is expected; after it arrived, when it did",
      example: "2026-04-13",
    }),
  })
  .meta({ id: "payout", description: "Money sent to a bank account" });
export type PayoutWire = z.output<typeof payoutWire>;

export const PAYOUT_EXAMPLE: PayoutWire = {
  id: "po_01kp0c5n7v3m8q2w4x6y9z1b5p",
  object: "payout",
  livemode: false,
  created: "2026-04-13T08:02:44Z",
  metadata: {},
  amount: 125_000,
  currency: "EUR",
  status: "settled",
  beneficiary: {
    name: "Ada Lindqvist",
    iban: "DE23999999990000000000",
    account_number: null,
    sort_code: null,
    bic: null,
    country: "DE",
  },
  payee_verification: "match",
  rail_requested: "sepa_instant",
  rail: "sepa_instant",
  fallback_reason: null,
  reference: "Invoice 2026-118",
  end_to_end_id: "01KP0C5N7V3M8Q2W4X6Y9Z1B5P",
  return_reason: null,
  approval: null,
  batch: null,
  arrival_date: "2026-04-13",
};

export const beneficiaryInput = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: "The account's holder", example: "Ada Lindqvist" }),
  iban: text.meta({
    description: "IBAN, in countries that have it",
    example: "DE23999999990000000000",
  }),
  account_number: text.meta({ description: "With `sort_code`, in countries without IBAN" }),
  sort_code: text.meta({ description: "Sort code, BSB, or institution and branch number" }),
  bic: text.meta({ description: "BIC of the bank; needed where the IBAN does not tell it" }),
  country: text.meta({ description: "The beneficiary's country; defaults to that of the account" }),
});

export const createPayoutRoute = defineRoute({
  method: "post",
  path: "/v1/payouts",
  name: "create_payout",
  group: "Payouts",
  summary: "Create a payout or a batch",
  description:
    "Sends money from the payout balance, which is reduced immediately; a payout above the balance is refused, also among concurrent calls. EUR is sent by SEPA Instant, or by credit transfer when `rail` asks for it or the beneficiary's bank finally rejects the instant payment. GBP, AUD, CAD and NZD need a corridor that your operator has approved. A payout is `returned` when the beneficiary's bank rejects the credit or sends it back later, and `failed` only when it never reached that bank; in both cases the payout balance gets the amount back. The beneficiary's name is verified first; a mismatch does not stop the payout. A payout stays `pending` for five seconds, during which it can be canceled.\n\nAbove a limit that the account has set (for one payout, and for the sum of 24 hours) it stays `pending` with `approval` and is not sent until a second person approves it in the dashboard. A batch counts with its total. If it is refused, or nobody decides within 72 hours, it is `canceled` and the payout balance gets the amount back.\n\nA batch is `instructions`, or a `file` with its `format`: `csv`, whose first line names its columns (`name`, `iban`, `account_number`, `sort_code`, `bic`, `country`, `amount` in minor units or `amount_decimal` in major units, `currency`, `rail`, `reference`, `end_to_end_id`), or `pain.001` (pain.001.001.09). A row of a CSV file has its amount in one of the two columns; `amount_decimal` has exactly the digits of the currency: `12.50` for EUR, never `12.5`. A `ReqdExctnDt` of a pain.001 file is honoured, at most 366 days ahead: until then the payout stays `pending` and can be canceled. A day without a time begins at 00:00 UTC. The answer is a payout batch whose `errors` list every invalid row; the other rows are paid. A wrong control sum, or a balance below the sum, rejects the whole batch. A batch has at most 20,000 instructions; its body has at most 16 MiB and 500,000 values. While a body over 64 KiB of the account is being read, a second one gets 429; smaller ones are accepted.",
  scope: "payouts:write",
  bucket: "writes",
  bodyExample: {
    amount: 125_000,
    currency: "EUR",
    beneficiary: { name: "Ada Lindqvist", iban: "DE23999999990000000000" },
    reference: "Invoice 2026-118",
  },
  maxBodyBytes: 16 * 2 ** 20,
  // 20,000 instructions with every field and about a dozen metadata pairs each.
  maxBodyValues: 500_000,
  // One payout or a batch: the handler checks which parameters belong together.
  body: z.strictObject({
    amount: payoutAmount.optional(),
    currency: currency.optional(),
    beneficiary: beneficiaryInput.optional().meta({ description: "Who gets the money" }),
    rail: z
      .enum(PAYOUT_RAILS)
      .nullable()
      .optional()
      .meta({ description: "Defaults to the fastest of the currency" }),
    reference: z.string().max(300).nullable().optional().meta({
      description: "Shown to the beneficiary: at most 140 characters by SEPA, 18 in the UK",
    }),
    end_to_end_id: z.string().max(100).nullable().optional().meta({
      description: "Your own reference, passed to the beneficiary's bank; generated by default",
    }),
    metadata: metadataInput.optional(),
    instructions: z.array(z.unknown()).min(1).max(20_000).optional().meta({
      description:
        "A batch of at most 20,000 instructions, each with the parameters of a single payout. Invalid instructions are listed in the batch's `errors`",
    }),
    file: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "A batch: the text of a file with at most 20,000 instructions" }),
    format: z
      .enum(["csv", "pain.001", "pain.001.001.09"])
      .optional()
      .meta({ description: "Format of `file`" }),
  }),
  response: {
    status: 201,
    schema: z.union([payoutWire, payoutBatchWire]),
    example: { ...PAYOUT_EXAMPLE, status: "pending" },
  },
  returns: "payout",
  errors: ["gateway_error"],
});

export const readPayoutRoute = defineRoute({
  method: "get",
  path: "/v1/payouts/{payout_id}",
  name: "read_payout",
  group: "Payouts",
  summary: "Read one payout",
  scope: "payouts:read",
  bucket: "reads",
  params: { payout_id: "po" },
  response: { status: 200, schema: payoutWire, example: PAYOUT_EXAMPLE },
  returns: "payout",
  errors: ["resource_missing"],
});

export const listPayoutsRoute = defineRoute({
  method: "get",
  path: "/v1/payouts",
  name: "list_payouts",
  group: "Payouts",
  summary: "List payouts",
  scope: "payouts:read",
  bucket: "lists",
  query: listQuery.extend({
    status: z.enum(PAYOUT_STATUSES).optional(),
    currency: currency.optional(),
    batch: z.string().min(1).max(100).optional(),
    approval: z.enum(APPROVAL_STATES).optional().meta({
      description: "Only payouts that need approval, in this state; `pending` waits for a decision",
    }),
  }),
  response: {
    status: 200,
    schema: listOf(payoutWire),
    example: {
      object: "list",
      url: "/v1/payouts",
      data: [PAYOUT_EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "payout",
});

export const cancelPayoutRoute = defineRoute({
  method: "post",
  path: "/v1/payouts/{payout_id}/cancel",
  name: "cancel_payout",
  group: "Payouts",
  summary: "Cancel a payout",
  description:
    "Works while the payout is `pending` and was not submitted to the bank. The payout balance gets the amount back.",
  scope: "payouts:write",
  bucket: "writes",
  params: { payout_id: "po" },
  body: z.strictObject({}),
  response: { status: 200, schema: payoutWire, example: { ...PAYOUT_EXAMPLE, status: "canceled" } },
  returns: "payout",
  errors: ["resource_missing", "state_invalid"],
});
