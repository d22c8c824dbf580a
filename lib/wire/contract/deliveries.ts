import { z } from "zod";
import { DELIVERY_ORIGINS, DELIVERY_STATUSES } from "#lib/kernel/vocabulary/webhooks.ts";
import { defineRoute } from "./route.ts";
import { envelope, eventType, expandable, listOf, listQuery, timestamp } from "./shared.ts";

const fields = {
  ...envelope("delivery", "dlv"),
  event: expandable("evt", "event"),
  event_type: eventType,
  endpoint: expandable("we", "webhook_endpoint"),
  status: z.enum(DELIVERY_STATUSES).meta({
    description:
      "`retrying` waits for `next_attempt_at`; `held` waits for its endpoint to be enabled",
  }),
  attempt_count: z.int().min(0).meta({ description: "Attempts so far" }),
  next_attempt_at: timestamp
    .nullable()
    .meta({ description: "When the next attempt is made; null if none is planned" }),
  replay_of: expandable("dlv", "delivery")
    .nullable()
    .meta({ description: "The delivery that this one replays" }),
};

export const deliveryWire = z
  .object(fields)
  .meta({ id: "delivery", description: "One event for one endpoint" });
export type DeliveryWire = z.output<typeof deliveryWire>;

const milliseconds = (what: string) =>
  z
    .number()
    .min(0)
    .optional()
    .meta({ description: `Milliseconds ${what}` });

export const attemptWire = z
  .object({
    number: z.int().min(1).meta({ description: "The number of the attempt, from 1" }),
    sent_at: timestamp.meta({ description: "When it was sent" }),
    duration_ms: z.int().min(0).meta({ description: "How long it took, in milliseconds" }),
    request_headers: z
      .record(z.string(), z.string())
      .meta({ description: "The headers that were sent" }),
    request_body: z.string().meta({ description: "The exact bytes that were signed and sent" }),
    signed_with: z.array(z.string()).nullable().meta({
      description:
        "The last characters of each secret that signed it, newest first: two during a rotation",
    }),
    response_status: z
      .int()
      .nullable()
      .meta({ description: "HTTP status; null if there was no response" }),
    response_headers: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: "The headers of the response; null if there was none" }),
    response_body: z
      .string()
      .nullable()
      .meta({ description: "The first 64 KiB of the response; null if there was none" }),
    response_truncated: z.boolean().meta({
      description: "Whether the body is cut off: longer than 64 KiB, or not complete in time",
    }),
    failure: z
      .object({
        cause: z.string().meta({ description: "Code of the cause" }),
        message: z.string().meta({ description: "What happened, for people" }),
      })
      .nullable()
      .meta({ description: "Why the attempt failed" }),
    timings: z
      .object({
        dns_ms: milliseconds("for the name's lookup"),
        connect_ms: milliseconds("until the connection was open"),
        tls_ms: milliseconds("for the TLS handshake"),
        first_byte_ms: milliseconds("until the first byte of the response"),
        body_ms: milliseconds("for the rest of the response"),
      })
      .meta({ description: "Where the time went; steps that were not reached are missing" }),
  })
  .meta({ id: "delivery_attempt", description: "One HTTP request of a delivery" });
export type AttemptWire = z.output<typeof attemptWire>;

export const deliveryWithAttemptsWire = z
  .object({
    ...fields,
    attempts: z.array(attemptWire).meta({ description: "Its attempts, oldest first" }),
  })
  .meta({ id: "delivery_with_attempts", description: "A delivery with its attempts" });
export type DeliveryWithAttemptsWire = z.output<typeof deliveryWithAttemptsWire>;

export const DELIVERY_EXAMPLE: DeliveryWire = {
  id: "dlv_01kp0c5n7v3m8q2w4x6y9z1b5d3fa9c01b2e",
  object: "delivery",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  metadata: {},
  event: "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
  event_type: "payment.succeeded",
  endpoint: "we_01kp0b2h6n4r8t0v2x5z7a9c1e",
  status: "delivered",
  attempt_count: 1,
  next_attempt_at: null,
  replay_of: null,
};

const ATTEMPT_EXAMPLE: AttemptWire = {
  number: 1,
  sent_at: "2026-04-12T09:31:07Z",
  duration_ms: 84,
  request_headers: {
    "Content-Type": "application/json",
    "Service-Signature":
      "t=1776000667,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
    "webhook-id": "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
    "webhook-timestamp": "1776000667",
    "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    "Service-Event-Id": "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
    "Service-Delivery-Attempt": "1",
  },
  request_body: '{"id":"evt_01kp0c5n7v3m8q2w4x6y9z1b5d","type":"payment.succeeded"}',
  signed_with: ["aUo1"],
  response_status: 200,
  response_headers: { "content-type": "text/plain" },
  response_body: "ok",
  response_truncated: false,
  failure: null,
  timings: { dns_ms: 3.1, connect_ms: 12.4, tls_ms: 25.9, first_byte_ms: 41.2, body_ms: 0.3 },
};

export const readDeliveryRoute = defineRoute({
  method: "get",
  path: "/v1/deliveries/{delivery_id}",
  name: "read_delivery",
  group: "Webhooks",
  summary: "Read one delivery with its attempts",
  scope: "deliveries:read",
  bucket: "reads",
  params: { delivery_id: "dlv" },
  response: {
    status: 200,
    schema: deliveryWithAttemptsWire,
    example: { ...DELIVERY_EXAMPLE, attempts: [ATTEMPT_EXAMPLE] },
  },
  returns: "delivery",
  errors: ["resource_missing"],
});

export const listDeliveriesRoute = defineRoute({
  method: "get",
  path: "/v1/deliveries",
  name: "list_deliveries",
  group: "Webhooks",
  summary: "List deliveries",
  description: "Deliveries of the last 30 days, newest first.",
  scope: "deliveries:read",
  bucket: "lists",
  query: listQuery.extend({
    endpoint: z.string().min(1).optional().meta({ description: "Identifier of the endpoint" }),
    event: z.string().min(1).optional().meta({ description: "Identifier of the event" }),
    type: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "An event type, or a family such as `payment.*`" }),
    status: z.enum(DELIVERY_STATUSES).optional(),
    origin: z.enum(DELIVERY_ORIGINS).optional().meta({
      description: "Why it was made: an event happened, it was replayed, or an endpoint was tested",
    }),
  }),
  response: {
    status: 200,
    schema: listOf(deliveryWire),
    example: {
      object: "list",
      url: "/v1/deliveries",
      data: [DELIVERY_EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "delivery",
});

export const replayDeliveryRoute = defineRoute({
  method: "post",
  path: "/v1/deliveries/{delivery_id}/replay",
  name: "replay_delivery",
  group: "Webhooks",
  summary: "Replay a delivery",
  description:
    "Creates a new delivery of the same event to the same endpoint: same event id, new timestamp and signature, attempts from 1. The first delivery and its attempts do not change.",
  scope: "deliveries:write",
  bucket: "replays",
  params: { delivery_id: "dlv" },
  response: { status: 201, schema: deliveryWire, example: DELIVERY_EXAMPLE },
  returns: "delivery",
  errors: ["resource_missing", "state_invalid"],
});
