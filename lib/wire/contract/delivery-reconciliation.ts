import { z } from "zod";
import { defineRoute } from "./route.ts";
import { expandable, moment, timestamp } from "./shared.ts";

const count = z.int().min(0);

export const deliveryReconciliationWire = z
  .object({
    object: z.literal("delivery_reconciliation"),
    livemode: z.boolean().meta({ description: "Whether it belongs to the live ledger" }),
    from: timestamp,
    to: timestamp.meta({ description: "Half-open: not itself part of the range" }),
    type: z.string().nullable(),
    endpoint: expandable("we", "webhook_endpoint").nullable(),
    emitted: count.meta({ description: "Events that happened in the range" }),
    unsubscribed: count.meta({ description: "Those of them that no endpoint was subscribed to" }),
    expected: count.meta({
      description: "Events times the endpoints each was for: the sum of the six counts below",
    }),
    delivered: count,
    pending: count,
    retrying: count,
    held: count,
    failed: count,
    canceled: count,
    complete: z.boolean().meta({ description: "Whether everything expected was delivered" }),
  })
  .meta({
    id: "delivery_reconciliation",
    description:
      "Events held against what came of them. An event and an endpoint count once, however often it was replayed: as delivered when any of it arrived.",
  });
export type DeliveryReconciliationWire = z.output<typeof deliveryReconciliationWire>;

export const readDeliveryReconciliationRoute = defineRoute({
  method: "get",
  path: "/v1/delivery_reconciliation",
  name: "read_delivery_reconciliation",
  group: "Webhooks",
  summary: "Reconcile events and deliveries",
  description:
    "For a nightly check that nothing is missing: asks of a range what was emitted and how each event stands at each endpoint it was for. Of the last 30 days.",
  scope: "deliveries:read",
  bucket: "lists",
  query: z.strictObject({
    from: moment.meta({ description: "When the events happened; rounded down to a second" }),
    to: moment.optional().meta({
      description: "Not itself part of the range; rounded up to a second. Now by default",
    }),
    type: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "An event type, or a family such as `payment.*`" }),
    endpoint: z.string().min(1).optional().meta({ description: "Identifier of the endpoint" }),
  }),
  response: {
    status: 200,
    schema: deliveryReconciliationWire,
    example: {
      object: "delivery_reconciliation",
      livemode: true,
      from: "2026-04-12T00:00:00Z",
      to: "2026-04-13T00:00:00Z",
      type: null,
      endpoint: null,
      emitted: 10_412,
      unsubscribed: 0,
      expected: 10_412,
      delivered: 10_409,
      pending: 0,
      retrying: 0,
      held: 3,
      failed: 0,
      canceled: 0,
      complete: false,
    },
  },
  returns: "delivery_reconciliation",
  errors: ["resource_missing"],
});
