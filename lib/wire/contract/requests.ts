import { z } from "zod";
import { LOGGED_METHODS } from "#lib/kernel/vocabulary/methods.ts";
import { RESPONSE_CLASSES } from "#lib/kernel/vocabulary/responses.ts";
import { defineRoute } from "./route.ts";
import { anId, idOf, listOf, listQuery, timestamp } from "./shared.ts";

const fields = {
  id: idOf("req").meta({
    description: "The value of `Service-Request-Id` of the response",
    pattern: "^req_",
  }),
  object: z.literal("api_request"),
  livemode: z.boolean().meta({ description: "Whether it was made with a live key" }),
  created: timestamp,
  method: z.string().meta({ description: "HTTP method as it was sent", example: "POST" }),
  path: z.string().meta({
    description: "Path and query, without secrets and card data",
    example: "/v1/payments",
  }),
  status: z.int().meta({ description: "HTTP status of the response", example: 201 }),
  error_code: z.string().nullable().meta({ description: "Code of the error; null without one" }),
  duration_ms: z.int().min(0).meta({ description: "How long the response took, in milliseconds" }),
  version: z.string().meta({ description: "API version of the response", example: "2026-04-01" }),
  key: idOf("key").meta({ description: "Identifier of the key that made it" }),
  idempotency_key: z.string().nullable().meta({ description: "`Idempotency-Key` of the request" }),
  idempotent_replay: z
    .boolean()
    .meta({ description: "Whether the response is that of an earlier request with the same key" }),
  object_id: z.string().nullable().meta({
    description: "Identifier of the object in the path, or of the one that was created",
    example: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  }),
};

export const apiRequestWire = z
  .object(fields)
  .meta({ id: "api_request", description: "A request to this API, as it is in the log" });
export type ApiRequestWire = z.output<typeof apiRequestWire>;

export const apiRequestWithBodiesWire = z
  .object({
    ...fields,
    operation: z.string().nullable().meta({
      description: "`operationId` of the call in the OpenAPI document; null for an unknown path",
      example: "create_payment",
    }),
    ip_address: z.string().nullable().meta({ description: "Address that it came from" }),
    user_agent: z.string().nullable().meta({ description: "`User-Agent` of the request" }),
    request_body: z.string().nullable().meta({
      description:
        "The body without secrets and card data; null without one, and if it is not kept",
    }),
    request_bytes: z.int().min(0).meta({ description: "Length of the body that was sent" }),
    response_body: z.string().nullable().meta({
      description: "Up to 16 KiB of the response; null for files and responses with a secret",
    }),
    response_bytes: z.int().min(0).meta({ description: "Length of the whole response" }),
  })
  .meta({
    id: "api_request_with_bodies",
    description: "A request to this API with what is kept of its bodies",
  });
export type ApiRequestWithBodiesWire = z.output<typeof apiRequestWithBodiesWire>;

const EXAMPLE: ApiRequestWire = {
  id: "req_01kp0c5n7v3m8q2w4x6y9z1b5q",
  object: "api_request",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  method: "POST",
  path: "/v1/payments",
  status: 402,
  error_code: "card_declined",
  duration_ms: 84,
  version: "2026-04-01",
  key: "key_01kp0a2m5p8s1v4y7z0b3d6f9h",
  idempotency_key: "order-6735",
  idempotent_replay: false,
  object_id: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
};

export const readRequestRoute = defineRoute({
  method: "get",
  path: "/v1/requests/{request_id}",
  name: "read_request",
  group: "Requests",
  summary: "Read a logged request",
  description: "With what is kept of its bodies. Requests are kept for 30 days.",
  scope: "requests:read",
  bucket: "reads",
  params: { request_id: "req" },
  response: {
    status: 200,
    schema: apiRequestWithBodiesWire,
    example: {
      ...EXAMPLE,
      operation: "create_payment",
      ip_address: "203.0.113.7",
      user_agent: "shop/1.4",
      request_body: '{"amount":1999,"currency":"EUR","method":"card"}',
      request_bytes: 48,
      response_body: '{"error":{"type":"card_error","code":"card_declined"}}',
      response_bytes: 54,
    },
  },
  returns: "api_request",
  errors: ["resource_missing"],
});

export const listRequestsRoute = defineRoute({
  method: "get",
  path: "/v1/requests",
  name: "list_requests",
  group: "Requests",
  summary: "List logged requests",
  description:
    "Requests of the last 30 days that were made with keys of this account and mode, newest first. A request is listed within a second of its response. To follow them, poll with `ending_before`, and start each poll 30 seconds back: a request that took longer can have an earlier id than one that is listed already. Calls of this list are logged as well.",
  scope: "requests:read",
  bucket: "lists",
  query: listQuery.extend({
    status: z
      .enum(RESPONSE_CLASSES)
      .optional()
      .meta({ description: "Class of the response's status" }),
    method: z.enum(LOGGED_METHODS).optional().meta({ description: "HTTP method" }),
    error_code: z.string().min(1).max(60).optional().meta({ description: "Code of the error" }),
    key: anId("Identifier of the key").optional(),
    object: anId("Identifier of the object in the path, or of the one created").optional(),
  }),
  response: {
    status: 200,
    schema: listOf(apiRequestWire),
    example: {
      object: "list",
      url: "/v1/requests",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "api_request",
});
