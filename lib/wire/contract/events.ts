import { z } from "zod";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { DELIVERY_EXAMPLE, deliveryWire } from "./deliveries.ts";
import { defineRoute } from "./route.ts";
import { anId, eventType, idOf, listOf, listQuery, timestamp } from "./shared.ts";

export const eventWire = z
  .object({
    id: idOf("evt"),
    object: z.literal("event"),
    type: eventType,
    created: timestamp,
    version: z.string().meta({ description: "API version that `data` is rendered in" }),
    livemode: z.boolean().meta({ description: "Whether it belongs to the live ledger" }),
    data: z
      .looseObject({})
      .meta({ description: "The complete object, as it was when the event was created" }),
  })
  .meta({ id: "event", description: "A state change of an object" });
export type EventWire = z.output<typeof eventWire>;

const EXAMPLE: EventWire = {
  id: "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "event",
  type: "payment.succeeded",
  created: "2026-04-12T09:31:07Z",
  version: NEWEST_VERSION,
  livemode: false,
  data: { id: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d", object: "payment", status: "succeeded" },
};

export const readEventRoute = defineRoute({
  method: "get",
  path: "/v1/events/{event_id}",
  name: "read_event",
  group: "Events",
  summary: "Read one event",
  description: "Events are kept for 30 days.",
  scope: "events:read",
  bucket: "reads",
  params: { event_id: "evt" },
  response: { status: 200, schema: eventWire, example: EXAMPLE },
  returns: "event",
  errors: ["resource_missing"],
});

export const listEventsRoute = defineRoute({
  method: "get",
  path: "/v1/events",
  name: "list_events",
  group: "Events",
  summary: "List events",
  description: "Events of the last 30 days, newest first.",
  scope: "events:read",
  bucket: "lists",
  query: listQuery.extend({
    type: z.string().min(1).max(100).optional().meta({
      description: "An event type, or a family such as `payment.*`",
      "x-values": "event_type_or_family",
    }),
    object: z.string().min(1).max(100).optional().meta({ description: "Identifier of the object" }),
  }),
  response: {
    status: 200,
    schema: listOf(eventWire),
    example: {
      object: "list",
      url: "/v1/events",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "event",
});

const onlyEndpoint = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .meta({ description: "Send it to this endpoint only" });

export const replayEventRoute = defineRoute({
  method: "post",
  path: "/v1/events/{event_id}/replay",
  name: "replay_event",
  group: "Events",
  summary: "Replay an event",
  description:
    "Creates a new delivery of the event for every enabled endpoint that received it before or subscribes to it now, or for `endpoint` only. Event id stays the same; timestamp and signature are new.",
  scope: "events:write",
  bucket: "replays",
  params: { event_id: "evt" },
  bodyExample: { endpoint: "we_01kp0b2h6n4r8t0v2x5z7a9c1e" },
  body: z.strictObject({
    endpoint: onlyEndpoint,
  }),
  response: {
    status: 201,
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
  errors: ["resource_missing", "state_invalid"],
});

export const createTestEventRoute = defineRoute({
  method: "post",
  path: "/v1/test/events",
  name: "create_test_event",
  group: "Sandbox",
  summary: "Create a test event",
  description:
    "Test mode only. Sends an event of any type to every subscribed endpoint, or to `endpoint` only. The object in it need not exist.",
  scope: "events:write",
  bucket: "none",
  bodyExample: {
    type: "payment.failed",
    data: { id: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d", status: "failed" },
  },
  body: z.strictObject({
    type: eventType,
    data: z
      .looseObject({
        id: anId("Its identifier; it need not exist"),
        status: anId("Its status"),
      })
      .optional()
      .meta({
        description:
          "The object in the event: `id` and `status` are required, other fields are free. Defaults to an example object",
      }),
    endpoint: onlyEndpoint,
  }),
  response: { status: 201, schema: eventWire, example: EXAMPLE },
  errors: ["resource_missing", "state_invalid"],
});
