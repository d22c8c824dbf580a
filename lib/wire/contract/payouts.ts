import { z } from "zod";
import { APPROVAL_STATES, PAYOUT_STATUSES } from "#lib/kernel/vocabulary/payouts.ts";
import { payoutApprovalWire } from "./payout-approval.ts";
import { payoutBatchWire } from "./payout-batches.ts";
import { defineRoute } from "./route.ts";
import {
  currency,
  envelope,
  expandable,
  listOf,
  listQuery,
  metadataInput,
  minorUnits,
} from "./shared.ts";

const RAILS = [
  "sepa_instant",
  "sepa_credit",
  "faster_payments",
  "npp",
  "eft",
  "direct_credit",
] as const;
const PAYEE = ["match", "close_match", "no_match", "unavailable"] as const;
const MAX_AMOUNT = 99_999_999_999;

/** An amount that is sent or added: larger than any card payment may be. */
export const payoutAmount = z
  .int()
  .min(1)
  .max(MAX_AMOUNT)
  .meta({ description: "Integer in minor units of the currency", example: 125_000 });

const text = z.string().max(200).nullable().optional();

export const payoutWire = z
  .object({
    ...envelope("payout", "po"),
    amount: minorUnits,
    currency: z.string(),
    status: z.enum(PAYOUT_STATUSES),
    beneficiary: z.object({
      name: z.string(),
      iban: z.string().nullable(),
      account_number: z.string().nullable(),
      sort_code: z.string().nullable().meta({
        description: "Sort code, BSB, institution and branch: what stands before the number",
      }),
      bic: z.string().nullable(),
      country: z.string(),
    }),
    payee_verification: z.enum(PAYEE).nullable().meta({
      description:
        "Whether the account is in that name; null until a batch's payout is sent. It stops nothing.",
    }),
    rail_requested: z.enum(RAILS),
    rail: z.enum(RAILS).meta({ description: "What carries it now" }),
    fallback_reason: z.string().nullable().meta({
      description:
        "Why it goes by another rail than was asked for: an ISO 20022 code, such as CNOR (the bank takes no part in SEPA Instant) or AB05 (it did not answer in time)",
    }),
    reference: z.string().nullable(),
    end_to_end_id: z.string(),
    return_reason: z.object({ code: z.string(), message: z.string() }).nullable().meta({
      description: "Why it failed, was rejected or came back: the ISO 20022 code, and words for it",
    }),
    approval: payoutApprovalWire,
    batch: expandable("pob", "payout_batch").nullable(),
    arrival_date: z.iso.date().meta({
      description: "When the money is expected; once it has landed, when it did",
      example: "2026-04-13",
    }),
  })
  .meta({ id: "payout", description: "Money on its way to a bank account" });
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
  name: z.string().min(1).max(200).meta({ example: "Ada Lindqvist" }),
  iban: text.meta({ example: "DE23999999990000000000" }),
  account_number: text.meta({ description: "Where there is no IBAN, with `sort_code`" }),
  sort_code: text,
  bic: text,
  country: text.meta({ description: "Of the beneficiary; that of the account when left out" }),
});

export const createPayoutRoute = defineRoute({
  method: "post",
  path: "/v1/payouts",
  name: "create_payout",
  group: "Payouts",
  summary: "Send money to a bank account, or to many",
  description:
    "Draws on the payout balance, which holds the amount from now on; more than it holds is refused, however many calls run at once. EUR goes by SEPA Instant, and by credit transfer when that is asked for as `rail` or the beneficiary's bank finally rejects the instant one. GBP, AUD, CAD and NZD need a corridor that your operator has approved. A payout is `returned` when the beneficiary's bank rejects the credit or sends it back later, and `failed` only when it never reached that bank; either way the amount is on the payout balance again. The payee's name is verified first; what the bank says stops nothing. A payout is `pending` for five seconds, in which it can be canceled.\n\nAbove a limit that the account has set (for one payout, and for the sum of 24 hours) it stays `pending` with `approval` until a second person approves it in the dashboard, and nothing is sent before. A batch counts as its total. After a refusal, or after 72 hours without a decision, it is `canceled` and the amount is on the payout balance again.\n\nA batch is `instructions`, or a `file` with its `format`: `csv`, whose first line names its columns (`name`, `iban`, `account_number`, `sort_code`, `bic`, `country`, `amount` in minor units, `currency`, `rail`, `reference`, `end_to_end_id`), or `pain.001` (pain.001.001.09). It is answered with a payout batch that says in `errors` what is wrong, row by row; the other rows are paid. A control sum that does not agree, or a balance that does not hold the sum, rejects the whole of it. A batch has at most 20,000 instructions, and the body at most 16 MiB and 500,000 values. While a body over 64 KiB of the account is being read, a second one gets 429; smaller ones pass.",
  scope: "payouts:write",
  bucket: "writes",
  bodyExample: {
    amount: 125_000,
    currency: "EUR",
    beneficiary: { name: "Ada Lindqvist", iban: "DE23999999990000000000" },
    reference: "Invoice 2026-118",
  },
  maxBodyBytes: 16 * 2 ** 20,
  // 20,000 instructions with all fields and a dozen pairs of metadata each.
  maxBodyValues: 500_000,
  // One payout or a batch: which parameters belong together, the handler says.
  body: z.strictObject({
    amount: payoutAmount.optional(),
    currency: currency.optional(),
    beneficiary: beneficiaryInput.optional(),
    rail: z.enum(RAILS).nullable().optional(),
    reference: z.string().max(300).nullable().optional().meta({
      description: "What the beneficiary reads: at most 140 characters by SEPA, 18 in the UK",
    }),
    end_to_end_id: z.string().max(100).nullable().optional().meta({
      description: "Your own reference, carried to the beneficiary's bank; made up when left out",
    }),
    metadata: metadataInput.optional(),
    instructions: z.array(z.unknown()).min(1).max(20_000).optional().meta({
      description:
        "A batch of at most 20,000 instructions: each is an object as a single payout would be. What is wrong with one is told in the batch's `errors`",
    }),
    file: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "A batch: the text of a file with at most 20,000 instructions" }),
    format: z
      .enum(["csv", "pain.001", "pain.001.001.09"])
      .optional()
      .meta({ description: "What `file` is" }),
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
      description: "Only those that need an approval, in this state; `pending` waits for one",
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
    "Works only while the payout is `pending` and was not given to the bank; what it held is on the payout balance again.",
  scope: "payouts:write",
  bucket: "writes",
  params: { payout_id: "po" },
  body: z.strictObject({}),
  response: { status: 200, schema: payoutWire, example: { ...PAYOUT_EXAMPLE, status: "canceled" } },
  returns: "payout",
  errors: ["resource_missing", "state_invalid"],
});
