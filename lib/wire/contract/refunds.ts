import { z } from "zod";
import { REFUND_REASONS, REFUND_STATUSES } from "#lib/kernel/vocabulary/refunds.ts";
import { defineRoute } from "./route.ts";
import {
  amount,
  currencyCode,
  envelope,
  expandable,
  expandablePayment,
  listOf,
  listQuery,
  metadataInput,
  minorUnits,
} from "./shared.ts";

export const refundWire = z
  .object({
    ...envelope("refund", "re"),
    payment: expandablePayment,
    amount: minorUnits,
    currency: currencyCode,
    status: z
      .enum(REFUND_STATUSES)
      .meta({ description: "`settled`, `failed` and `canceled` are final" }),
    reason: z.enum(REFUND_REASONS).nullable().meta({ description: "Why you refunded it" }),
    failure_reason: z.string().nullable().meta({
      description: "Why the payer's bank rejected the money; null unless `status` is `failed`",
    }),
    settlement: expandable("stl", "settlement").nullable(),
  })
  .meta({ id: "refund", description: "A return of all or a part of a captured payment" });
export type RefundWire = z.output<typeof refundWire>;

const EXAMPLE: RefundWire = {
  id: "re_01kp0c5n7v3m8q2w4x6y9z1b5e",
  object: "refund",
  livemode: false,
  created: "2026-04-13T08:02:44Z",
  metadata: {},
  payment: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  amount: 500,
  currency: "EUR",
  status: "settled",
  reason: "requested_by_customer",
  failure_reason: null,
  settlement: null,
};

export const createRefundRoute = defineRoute({
  method: "post",
  path: "/v1/refunds",
  name: "create_refund",
  group: "Refunds",
  summary: "Refund a payment",
  description:
    "Returns a captured payment to the payer: `amount`, or by default all that is left. The refunds of a payment never exceed the captured amount.",
  scope: "refunds:write",
  bucket: "writes",
  bodyExample: { payment: EXAMPLE.payment, amount: 500, reason: "requested_by_customer" },
  body: z.strictObject({
    payment: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: "The payment or bank payment to refund", example: EXAMPLE.payment }),
    amount: amount.optional(),
    reason: z
      .enum(REFUND_REASONS)
      .nullable()
      .optional()
      .meta({ description: "Why you refunded it" }),
    metadata: metadataInput.optional(),
  }),
  response: { status: 201, schema: refundWire, example: EXAMPLE },
  returns: "refund",
  errors: ["resource_missing", "state_invalid", "gateway_error"],
});

export const readRefundRoute = defineRoute({
  method: "get",
  path: "/v1/refunds/{refund_id}",
  name: "read_refund",
  group: "Refunds",
  summary: "Read one refund",
  scope: "refunds:read",
  bucket: "reads",
  params: { refund_id: "re" },
  response: { status: 200, schema: refundWire, example: EXAMPLE },
  returns: "refund",
  errors: ["resource_missing"],
});

export const listRefundsRoute = defineRoute({
  method: "get",
  path: "/v1/refunds",
  name: "list_refunds",
  group: "Refunds",
  summary: "List refunds",
  scope: "refunds:read",
  bucket: "lists",
  query: listQuery.extend({
    payment: z.string().min(1).max(100).optional(),
    status: z.enum(REFUND_STATUSES).optional(),
  }),
  response: {
    status: 200,
    schema: listOf(refundWire),
    example: {
      object: "list",
      url: "/v1/refunds",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "refund",
});

export const cancelRefundRoute = defineRoute({
  method: "post",
  path: "/v1/refunds/{refund_id}/cancel",
  name: "cancel_refund",
  group: "Refunds",
  summary: "Cancel a refund",
  description: "Works while the refund is `pending`. Its amount can then be refunded again.",
  scope: "refunds:write",
  bucket: "writes",
  params: { refund_id: "re" },
  body: z.strictObject({}),
  response: { status: 200, schema: refundWire, example: { ...EXAMPLE, status: "canceled" } },
  returns: "refund",
  errors: ["resource_missing", "state_invalid", "gateway_error"],
});
