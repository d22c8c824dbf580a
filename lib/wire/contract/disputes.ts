import { z } from "zod";
import {
  DISPUTE_REASONS,
  DISPUTE_STATUSES,
  EVIDENCE_FIELDS,
} from "#lib/kernel/vocabulary/disputes.ts";
import { defineRoute } from "./route.ts";
import {
  currencyCode,
  envelope,
  expandable,
  expandablePayment,
  listOf,
  listQuery,
  minorUnits,
  timestamp,
} from "./shared.ts";

export const disputeWire = z
  .object({
    ...envelope("dispute", "dp"),
    payment: expandablePayment,
    amount: minorUnits,
    currency: currencyCode,
    status: z.enum(DISPUTE_STATUSES).meta({ description: "`won` and `lost` are final" }),
    reason: z
      .enum(DISPUTE_REASONS)
      .meta({ description: "The reason that the payer or the issuer gave" }),
    network_reason_code: z
      .string()
      .nullable()
      .meta({ description: "The scheme's code for the reason" }),
    evidence_due_by: timestamp.meta({ description: "Until when evidence can be submitted" }),
    evidence: z
      .record(z.string(), z.string())
      .meta({ description: "The evidence that you submitted or saved" }),
    evidence_files: z
      .array(expandable("dpf", "dispute_file"))
      .meta({ description: "The files that are part of the evidence, oldest first" }),
    fee: z.int().min(0).meta({
      description: "The acquirer's dispute fee in minor units, charged whether you win or lose",
    }),
  })
  .meta({ id: "dispute", description: "A payment that the payer contests with their bank" });
export type DisputeWire = z.output<typeof disputeWire>;

const EXAMPLE: DisputeWire = {
  id: "dp_01kp0c5n7v3m8q2w4x6y9z1b5k",
  object: "dispute",
  livemode: false,
  created: "2026-04-12T10:01:07Z",
  metadata: {},
  payment: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  amount: 1999,
  currency: "EUR",
  status: "needs_response",
  reason: "fraudulent",
  network_reason_code: "10.4",
  evidence_due_by: "2026-04-26T10:01:07Z",
  evidence: {},
  evidence_files: [],
  fee: 1500,
};

export const readDisputeRoute = defineRoute({
  method: "get",
  path: "/v1/disputes/{dispute_id}",
  name: "read_dispute",
  group: "Disputes",
  summary: "Read one dispute",
  scope: "disputes:read",
  bucket: "reads",
  params: { dispute_id: "dp" },
  response: { status: 200, schema: disputeWire, example: EXAMPLE },
  returns: "dispute",
  errors: ["resource_missing"],
});

export const listDisputesRoute = defineRoute({
  method: "get",
  path: "/v1/disputes",
  name: "list_disputes",
  group: "Disputes",
  summary: "List disputes",
  scope: "disputes:read",
  bucket: "lists",
  query: listQuery.extend({
    payment: z.string().min(1).max(100).optional(),
    status: z.enum(DISPUTE_STATUSES).optional(),
  }),
  response: {
    status: 200,
    schema: listOf(disputeWire),
    example: {
      object: "list",
      url: "/v1/disputes",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "dispute",
});

const text = z.string().min(1).max(20_000);

export const addEvidenceRoute = defineRoute({
  method: "post",
  path: "/v1/disputes/{dispute_id}/evidence",
  name: "add_dispute_evidence",
  group: "Disputes",
  summary: "Submit evidence",
  description:
    "Submits evidence to the issuer, once. With `submit: false` it is only saved. In the sandbox the evidence `winning_evidence` wins the dispute and any other loses it, a day later.",
  scope: "disputes:write",
  bucket: "writes",
  params: { dispute_id: "dp" },
  bodyExample: { evidence: { uncategorized_text: "winning_evidence" } },
  body: z.strictObject({
    evidence: z
      .strictObject(
        Object.fromEntries(
          EVIDENCE_FIELDS.map((name) => [
            name,
            text.optional().meta({ description: `Evidence: ${name.replaceAll("_", " ")}` }),
          ]),
        ),
      )
      .default({})
      .meta({
        description: "Text per kind of evidence; saved evidence that is not sent again is kept",
      }),
    submit: z
      .boolean()
      .default(true)
      .meta({ description: "Whether to submit it to the issuer now" }),
  }),
  response: {
    status: 200,
    schema: disputeWire,
    example: {
      ...EXAMPLE,
      status: "under_review",
      evidence: { uncategorized_text: "winning_evidence" },
    },
  },
  returns: "dispute",
  errors: ["resource_missing", "state_invalid"],
});

export const acceptDisputeRoute = defineRoute({
  method: "post",
  path: "/v1/disputes/{dispute_id}/accept",
  name: "accept_dispute",
  group: "Disputes",
  summary: "Accept a dispute",
  description: "The dispute is lost immediately and the payer keeps the money.",
  scope: "disputes:write",
  bucket: "writes",
  params: { dispute_id: "dp" },
  body: z.strictObject({}),
  response: { status: 200, schema: disputeWire, example: { ...EXAMPLE, status: "lost" } },
  returns: "dispute",
  errors: ["resource_missing", "state_invalid"],
});
