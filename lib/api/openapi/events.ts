import {
  EVENT_TYPES,
  type EventNoun,
  type EventType,
  FIRES_WHEN,
} from "#lib/domain/events/index.ts";
import { RELEASED_VERSIONS, type Version } from "#lib/kernel/versions.ts";
import { eventWire } from "#lib/wire/contract/events.ts";
import type { JsonSchema } from "#lib/wire/versions/index.ts";
import { exampleOf } from "./event-types.ts";
import { type NamedSchemas, referTo, toJsonSchema } from "./schemas.ts";

const TYPES = Object.keys(EVENT_TYPES) as EventType[];

/** `payment.requires_action` → `payment_requires_action_event`. */
export const eventSchemaName = (type: EventType) => `${type.replaceAll(".", "_")}_event`;

/** Adds the components of events: one per type, their union `api_event`, and `test_event`. */
export function addEventSchemas(named: NamedSchemas, version: Version, closed: boolean): void {
  toJsonSchema(eventWire, "response", named, closed);
  const event = named.get("api_event")!;
  const fields = event.properties as Record<string, JsonSchema>;
  const required = event.required as string[];
  const sent = Object.keys(exampleOf("payment.succeeded", version) as object);
  const versionField = { ...fields.version, enum: [...RELEASED_VERSIONS] };
  for (const type of TYPES) {
    named.set(eventSchemaName(type), {
      ...event,
      description: FIRES_WHEN[type],
      properties: {
        ...fields,
        type: { const: type, type: "string", description: "What happened" },
        version: versionField,
        data: { description: String(fields.data?.description), ...objectOf(type) },
      },
      // Deliveries of some versions have less in their envelope than the answers of calls.
      required: required.filter((name) => sent.includes(name)),
    });
  }
  named.set("test_event", {
    ...event,
    description:
      "An event of test mode with an object that its caller chose (`POST /v1/test/events`): it can have any fields",
    properties: {
      ...fields,
      version: versionField,
      livemode: { ...fields.livemode, const: false },
    },
  });
  named.set("api_event", {
    description: "A state change of an object. `type` decides which object `data` is",
    oneOf: TYPES.map((type) => ({ $ref: referenceTo(type) })),
    discriminator: {
      propertyName: "type",
      mapping: Object.fromEntries(TYPES.map((type) => [type, referenceTo(type)])),
    },
  });
}

const referenceTo = (type: EventType) => `#/components/schemas/${eventSchemaName(type)}`;

/** Kinds of object in events of another noun: bank payments have the events of payments, batches those of payouts. */
const ALSO: Readonly<Partial<Record<EventType, string>>> = {
  "payment.succeeded": "bank_payment",
  "payment.failed": "bank_payment",
  "payment.requires_action": "bank_payment",
  "payment.processing": "bank_payment",
  "payment.canceled": "bank_payment",
  "payout.approval_requested": "payout_batch",
  "payout.approval_decided": "payout_batch",
};

function objectOf(type: EventType): JsonSchema {
  const noun = type.slice(0, type.indexOf(".")) as EventNoun;
  const also = ALSO[type];
  return also ? { anyOf: [referTo(noun), referTo(also)] } : referTo(noun);
}

const text = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** Headers of every delivery (service.md §6). */
const HEADERS = [
  text(
    "Service-Signature",
    "`t=` the time of the attempt and `v1=` the HMAC-SHA256 of that time, a dot and the body; two `v1=` while a secret is being rotated",
    "t=1776000667,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
  ),
  text(
    "Service-Event-Id",
    "The event's `id`: the same in every attempt and replay",
    "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
  ),
  text("Service-Delivery-Attempt", "The number of the attempt, from 1", "1"),
  text("webhook-id", "As `Service-Event-Id`", "evt_01kp0c5n7v3m8q2w4x6y9z1b5d"),
  text("webhook-timestamp", "The time of the attempt, in Unix seconds", "1776000667"),
  text(
    "webhook-signature",
    "The signature of Standard Webhooks; two, separated by a space, while a secret is being rotated",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

/** The requests that the service sends to endpoints, by event type. */
export function webhooksOf(version: Version): Record<string, { post: JsonSchema }> {
  return Object.fromEntries(
    TYPES.map((type) => {
      const schema = { $ref: referenceTo(type) };
      const example = exampleOf(type, version);
      const post = {
        operationId: `on_${type.replaceAll(".", "_")}`,
        tags: ["Webhooks"],
        summary: type,
        description: FIRES_WHEN[type],
        security: [],
        parameters: HEADERS,
        requestBody: {
          description: "The event in the version that is pinned on the endpoint",
          required: true,
          content: { "application/json": { schema, ...(example ? { example } : {}) } },
        },
        responses: {
          "2XX": { description: "Received. The body is ignored" },
          default: { description: "Not received: the delivery is retried" },
        },
      };
      return [type, { post }];
    }),
  );
}
