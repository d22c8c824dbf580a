import { z } from "zod";
import { NEWEST_VERSION, RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { ENDPOINT_STATUSES } from "#lib/kernel/vocabulary/webhooks.ts";
import { eventWire } from "./events.ts";
import { defineRoute } from "./route.ts";
import { deletedOf, envelope, listOf, listQuery, metadataInput, timestamp } from "./shared.ts";

/** A subscription. The document lists the types. */
const subscribed = z.string().meta({ "x-values": "subscribed_events" });

const fields = {
  ...envelope("webhook_endpoint", "we"),
  url: z.string().meta({ description: "The address that receives events" }),
  events: z
    .array(subscribed)
    .meta({ description: "Event types, families such as `payment.*`, or `*`" }),
  version: z.string().meta({
    description: "API version of the bodies that it receives",
    enum: [...RELEASED_VERSIONS],
  }),
  description: z.string().nullable().meta({ description: "Your text" }),
  status: z.enum(ENDPOINT_STATUSES).meta({ description: "A `disabled` endpoint receives nothing" }),
  disabled_reason: z
    .string()
    .nullable()
    .meta({ description: "Why it was disabled; null while it is enabled" }),
  failing_since: timestamp.nullable().meta({
    description: "First failure since the last success; the endpoint is disabled after 72 hours",
  }),
  previous_secret_expires_at: timestamp
    .nullable()
    .meta({ description: "Until when the previous secret signs as well" }),
  headers: z.record(z.string(), z.string()).meta({
    description:
      "Its own headers, which each delivery carries: of a value only its last characters, or none",
  }),
};

export const webhookEndpointWire = z
  .object(fields)
  .meta({ id: "webhook_endpoint", description: "A URL that receives events" });
export type WebhookEndpointWire = z.output<typeof webhookEndpointWire>;

export const webhookEndpointWithSecretWire = z
  .object({
    ...fields,
    secret: z.string().meta({ description: "Returned by this call only", pattern: "^whsec_" }),
  })
  .meta({ id: "webhook_endpoint_with_secret", description: "An endpoint with its secret" });

const EXAMPLE: WebhookEndpointWire = {
  id: "we_01kp0b2h6n4r8t0v2x5z7a9c1e",
  object: "webhook_endpoint",
  livemode: false,
  created: "2026-04-12T09:12:44Z",
  metadata: {},
  url: "https://shop.example/hooks/payments",
  events: ["payment.*", "refund.settled"],
  version: NEWEST_VERSION,
  description: "Order service",
  status: "enabled",
  disabled_reason: null,
  failing_since: null,
  previous_secret_expires_at: null,
  headers: { "x-api-key": "…4f2a" },
};
const WITH_SECRET = { ...EXAMPLE, secret: "whsec_7Qm2kXvB9sLr4TzN1cWdYhPf6gJtEaUo" };

/** The endpoints' noun checks names and values, and says what is wrong; this documents its rules (RFC 9110 §5.6.2). */
const headerName = z.string().meta({
  description: "The name of a header",
  pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$",
});
const headerValue = z.string().meta({
  description: "Printable ASCII without outer spaces, or empty to remove the header",
  maxLength: 1_024,
  pattern: "^([!-~]([ -~]*[!-~])?)?$",
  example: "9f1c03b7a2d45e6880aa4f2a",
});

const inputs = {
  url: z.string().min(1).meta({ description: "HTTPS only", example: EXAMPLE.url }),
  events: z
    .array(subscribed)
    .min(1)
    .max(100)
    .meta({
      description: "Event types, families such as `payment.*`, or `*`",
      example: ["payment.*"],
    }),
  version: z
    .string()
    .optional()
    .meta({
      description: "API version of the bodies. Defaults to the account's pin",
      enum: [...RELEASED_VERSIONS],
    }),
  description: z.string().max(500).nullable().optional().meta({ description: "Your text" }),
  headers: z
    .record(headerName, headerValue)
    .refine((headers) => Object.keys(headers).length <= 20, "Can have at most 20 entries")
    .optional()
    .meta({
      description:
        "Static headers for each delivery to it, at most 10, such as a key of your gateway. Kept encrypted and never shown again. An empty value removes the header. Headers of the connection, of the body and ours cannot be set",
      example: { "x-api-key": "9f1c03b7a2d45e6880aa4f2a" },
      maxProperties: 20,
    }),
  metadata: metadataInput.optional(),
};

const common = { group: "Webhooks", errors: ["resource_missing"] } as const;

export const createWebhookEndpointRoute = defineRoute({
  method: "post",
  path: "/v1/webhook_endpoints",
  name: "create_webhook_endpoint",
  group: "Webhooks",
  summary: "Register an endpoint",
  description:
    "Opens a TLS connection to the address first. Only this response contains the signing secret.",
  scope: "webhook_endpoints:write",
  bucket: "writes",
  bodyExample: { url: EXAMPLE.url, events: EXAMPLE.events, description: EXAMPLE.description },
  body: z.strictObject(inputs),
  response: { status: 201, schema: webhookEndpointWithSecretWire, example: WITH_SECRET },
  sensitive: true,
  errors: ["state_invalid"],
});

export const readWebhookEndpointRoute = defineRoute({
  method: "get",
  path: "/v1/webhook_endpoints/{webhook_endpoint_id}",
  name: "read_webhook_endpoint",
  ...common,
  summary: "Read one endpoint",
  scope: "webhook_endpoints:read",
  bucket: "reads",
  params: { webhook_endpoint_id: "we" },
  response: { status: 200, schema: webhookEndpointWire, example: EXAMPLE },
  returns: "webhook_endpoint",
});

export const listWebhookEndpointsRoute = defineRoute({
  method: "get",
  path: "/v1/webhook_endpoints",
  name: "list_webhook_endpoints",
  group: "Webhooks",
  summary: "List endpoints",
  scope: "webhook_endpoints:read",
  bucket: "lists",
  query: listQuery.extend({ status: z.enum(ENDPOINT_STATUSES).optional() }),
  response: {
    status: 200,
    schema: listOf(webhookEndpointWire),
    example: {
      object: "list",
      url: "/v1/webhook_endpoints",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "webhook_endpoint",
});

export const updateWebhookEndpointRoute = defineRoute({
  method: "post",
  path: "/v1/webhook_endpoints/{webhook_endpoint_id}",
  name: "update_webhook_endpoint",
  ...common,
  summary: "Change an endpoint",
  description:
    "Changes the parameters that are sent and leaves the others. While an endpoint is disabled, its deliveries are held.",
  scope: "webhook_endpoints:write",
  bucket: "writes",
  params: { webhook_endpoint_id: "we" },
  bodyExample: { events: ["payment.*"], status: "enabled", send_held: true },
  body: z.strictObject({
    ...inputs,
    url: inputs.url.optional(),
    events: inputs.events.optional(),
    status: z
      .enum(ENDPOINT_STATUSES)
      .optional()
      .meta({ description: "A `disabled` endpoint receives nothing" }),
    send_held: z
      .boolean()
      .optional()
      .meta({ description: "When enabling it: send the deliveries that were held" }),
  }),
  response: { status: 200, schema: webhookEndpointWire, example: EXAMPLE },
});

export const deleteWebhookEndpointRoute = defineRoute({
  method: "delete",
  path: "/v1/webhook_endpoints/{webhook_endpoint_id}",
  name: "delete_webhook_endpoint",
  ...common,
  summary: "Delete an endpoint",
  description: "Sends nothing more to it. Its past deliveries remain readable.",
  scope: "webhook_endpoints:write",
  bucket: "writes",
  params: { webhook_endpoint_id: "we" },
  response: {
    status: 200,
    schema: deletedOf("webhook_endpoint", "we"),
    example: { id: EXAMPLE.id, object: "webhook_endpoint", deleted: true },
  },
});

export const rotateSecretRoute = defineRoute({
  method: "post",
  path: "/v1/webhook_endpoints/{webhook_endpoint_id}/rotate_secret",
  name: "rotate_webhook_secret",
  ...common,
  summary: "Rotate the signing secret",
  description:
    "Creates a new secret; only this response contains it. During the overlap both secrets sign. A second rotation during the overlap ends the oldest secret.",
  scope: "webhook_endpoints:write",
  bucket: "writes",
  params: { webhook_endpoint_id: "we" },
  bodyExample: { overlap_hours: 24 },
  body: z.strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(168)
      .default(24)
      .meta({ description: "0 ends the old secret immediately" }),
  }),
  response: {
    status: 200,
    schema: webhookEndpointWithSecretWire,
    example: { ...WITH_SECRET, previous_secret_expires_at: "2026-04-13T09:12:44Z" },
  },
  sensitive: true,
});

export const endSecretOverlapRoute = defineRoute({
  method: "post",
  path: "/v1/webhook_endpoints/{webhook_endpoint_id}/end_secret_overlap",
  name: "end_webhook_secret_overlap",
  ...common,
  summary: "End the overlap of a rotation",
  description: "The previous secret stops signing immediately. Without an overlap nothing changes.",
  scope: "webhook_endpoints:write",
  bucket: "writes",
  params: { webhook_endpoint_id: "we" },
  body: z.strictObject({}),
  response: { status: 200, schema: webhookEndpointWire, example: EXAMPLE },
});

export const testWebhookEndpointRoute = defineRoute({
  method: "post",
  path: "/v1/webhook_endpoints/{webhook_endpoint_id}/test",
  name: "test_webhook_endpoint",
  group: "Webhooks",
  summary: "Send a test event to an endpoint",
  description:
    "Sends one event with an example object to this endpoint only, whether or not it subscribes to the type.",
  scope: "webhook_endpoints:write",
  bucket: "writes",
  params: { webhook_endpoint_id: "we" },
  bodyExample: { type: "payment.succeeded" },
  body: z.strictObject({
    type: z.string().optional().meta({
      description: "An event type. Defaults to the first that the endpoint subscribes to",
      "x-values": "event_type",
    }),
  }),
  response: {
    status: 201,
    schema: eventWire,
    example: {
      id: "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
      object: "event",
      type: "payment.succeeded",
      created: "2026-04-12T09:31:07Z",
      version: NEWEST_VERSION,
      livemode: false,
      data: { id: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d", object: "payment", status: "succeeded" },
    },
  },
  errors: ["resource_missing", "state_invalid"],
});
