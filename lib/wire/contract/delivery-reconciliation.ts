import { z } from "zod";
import { defineRoute } from "./route.ts";
import { expandable, moment, timestamp } from "./shared.ts";

const count = z.int().min(0);

export const deliveryReconciliationWire = z
  .object({
    object: z.literal("delivery_reconciliation"),
    livemode: z.boolean().meta({ description: "Whether it is in live mode" }),
    from: timestamp,
    to: timestamp.meta({ description: "End of the range, exclusive" }),
    type: z.string().nullable().meta({ description: "Only events of this type; null: all" }),
    endpoint: expandable("we", "webhook_endpoint")
      .nullable()
      .meta({ description: "Only deliveries to this endpoint; null: all" }),
    emitted: count.meta({ description: "Events created in the range" }),
    unsubscribed: count.meta({ description: "Events of these that no endpoint was subscribed to" }),
    expected: count.meta({
      description:
        "Pairs of an event and an endpoint that should receive it: the sum of the six counts below",
    }),
    delivered: count.meta({ description: "Delivered" }),
    pending: count.meta({ description: "Not attempted yet" }),
    retrying: count.meta({ description: "Waiting for the next attempt" }),
    held: count.meta({ description: "Waiting for the endpoint to be enabled" }),
    failed: count.meta({ description: "Failed after the last attempt" }),
    canceled: count.meta({ description: "Canceled, because the endpoint was deleted" }),
    complete: z.boolean().meta({ description: "Whether every expected delivery was delivered" }),
  })
  .meta({
    id: "delivery_reconciliation",
    description:
      "Compares the events of a range with their deliveries. Each pair of event and endpoint counts once, however often it was replayed; it counts as delivered if any of its deliveries succeeded.",
  });
export type DeliveryReconciliationWire = z.output<typeof deliveryReconciliationWire>;

export const readDeliveryReconciliationRoute = defineRoute({
  method: "get",
  path: "/v1/delivery_reconciliation",
  name: "read_delivery_reconciliation",
  group: "Webhooks",
  summary: "Reconcile events and deliveries",
  description:
    "For a nightly check that no event is missing. Returns how many events the range has and the delivery status of each at every endpoint that should receive it. Covers the last 30 days.",
  scope: "deliveries:read",
  bucket: "lists",
  query: z.strictObject({
    from: moment.meta({
      description: "Start of the range, by the time of the events; rounded down to a second",
    }),
    to: moment.optional().meta({
      description: "End of the range, exclusive; rounded up to a second. Defaults to now",
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
