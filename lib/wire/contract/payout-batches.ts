import { z } from "zod";
import { BATCH_FORMATS, BATCH_STATUSES } from "#lib/kernel/vocabulary/payouts.ts";
import { payoutApprovalWire } from "./payout-approval.ts";
import { defineRoute } from "./route.ts";
import { envelope, listOf, listQuery, minorUnits } from "./shared.ts";

const count = z.int().min(0);

export const payoutBatchWire = z
  .object({
    ...envelope("payout_batch", "pob"),
    status: z.enum(BATCH_STATUSES).meta({ description: "`rejected` batches created no payouts" }),
    format: z.enum(BATCH_FORMATS).meta({ description: "The format in which it was sent" }),
    currency: z
      .string()
      .nullable()
      .meta({ description: "The currency of all instructions; null if they have several" }),
    count: count.meta({ description: "Number of instructions" }),
    total: minorUnits.meta({ description: "Sum of all instructions" }),
    accepted: count.meta({ description: "Instructions that became payouts" }),
    accepted_total: minorUnits.meta({
      description: "Sum of the accepted instructions, taken from the payout balance",
    }),
    rejected: count.meta({ description: "Instructions with an error" }),
    settled: count.meta({ description: "Payouts that arrived" }),
    returned: count.meta({ description: "Payouts that came back" }),
    failed: count.meta({ description: "Payouts that failed" }),
    canceled: count.meta({ description: "Payouts that were canceled" }),
    errors: z
      .array(
        z.object({
          row: z
            .int()
            .min(1)
            .nullable()
            .meta({ description: "Number of the instruction, from 1; null: the batch as a whole" }),
          code: z.string().meta({ description: "The code of the error", example: "iban_invalid" }),
          param: z.string().nullable().meta({
            description: "The field as the format names it: parameter, column or element",
          }),
          message: z.string().meta({ description: "What is wrong, for people" }),
        }),
      )
      .meta({ description: "All errors by row, at most the first 1,000" }),
    approval: payoutApprovalWire,
  })
  .meta({ id: "payout_batch", description: "Payouts that were created by one call" });
export type PayoutBatchWire = z.output<typeof payoutBatchWire>;

export const PAYOUT_BATCH_EXAMPLE: PayoutBatchWire = {
  id: "pob_01kp0c5n7v3m8q2w4x6y9z1b5r",
  object: "payout_batch",
  livemode: false,
  created: "2026-04-13T08:02:44Z",
  metadata: {},
  status: "processing",
  format: "csv",
  currency: "EUR",
  count: 3,
  total: 37_500,
  accepted: 2,
  accepted_total: 25_000,
  rejected: 1,
  settled: 0,
  returned: 0,
  failed: 0,
  canceled: 0,
  errors: [
    {
      row: 2,
      code: "iban_invalid",
      param: "iban",
      message: "The check digits of the IBAN do not match: one character is wrong.",
    },
  ],
  approval: null,
};

export const readPayoutBatchRoute = defineRoute({
  method: "get",
  path: "/v1/payout_batches/{payout_batch_id}",
  name: "read_payout_batch",
  group: "Payouts",
  summary: "Read one batch",
  description: "List its payouts with `GET /v1/payouts?batch=`.",
  scope: "payouts:read",
  bucket: "reads",
  params: { payout_batch_id: "pob" },
  response: { status: 200, schema: payoutBatchWire, example: PAYOUT_BATCH_EXAMPLE },
  returns: "payout_batch",
  errors: ["resource_missing"],
});

export const listPayoutBatchesRoute = defineRoute({
  method: "get",
  path: "/v1/payout_batches",
  name: "list_payout_batches",
  group: "Payouts",
  summary: "List batches",
  scope: "payouts:read",
  bucket: "lists",
  query: listQuery.extend({ status: z.enum(BATCH_STATUSES).optional() }),
  response: {
    status: 200,
    schema: listOf(payoutBatchWire),
    example: {
      object: "list",
      url: "/v1/payout_batches",
      data: [PAYOUT_BATCH_EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "payout_batch",
});
