import { EVENT_TYPES, type EventType, FIRES_WHEN, sampleOf } from "#lib/domain/events/index.ts";
import { RETRY_LADDERS } from "#lib/domain/webhooks/index.ts";
import { dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import { NEWEST_VERSION, RELEASED_VERSIONS, type Version } from "#lib/kernel/versions.ts";
import { WIRE_SERIALIZERS } from "#lib/wire/objects.ts";
import { renderEventBody } from "#lib/wire/versions/index.ts";
import { referTo } from "./schemas.ts";

/** The catalogue of events for the OpenAPI document: when each type fires, its retries, the object in `data`, and the
 * exact body in every released version. A type whose object does not exist yet can be subscribed to and tested, and
 * has no example. */
export function eventTypeEntries() {
  return (Object.keys(EVENT_TYPES) as EventType[]).map((type) => {
    const object = type.slice(0, type.indexOf("."));
    const emitted = object in WIRE_SERIALIZERS;
    const retries = EVENT_TYPES[type];
    return {
      type,
      fires_when: FIRES_WHEN[type],
      retries,
      retry_minutes: RETRY_LADDERS[retries].map((ms) => ms / MINUTE_MS),
      object,
      emitted,
      ...(emitted ? { schema: referTo(object), examples: bodies(type) } : {}),
    };
  });
}

const TAIL = "01kp0c5n7v3m8q2w4x6y9z1b5d";
const MOMENT = dateFromMs(Date.UTC(2026, 3, 12, 9, 31, 7));

/** The body of a delivery of a type in a version. */
export function exampleOf(type: EventType, version: Version): unknown {
  const data = sampleOf(type, "test", { tail: TAIL, moment: MOMENT });
  const event = {
    type,
    data,
    objectId: String(data.id),
    id: `evt_${TAIL}`,
    accountId: "acct_01kp0a2m5p8s1v4y7z0b3d6f9h",
    mode: "test",
    version: NEWEST_VERSION,
    requestId: null,
    createdAt: MOMENT,
  } as const;
  return JSON.parse(renderEventBody(event, version));
}

function bodies(type: EventType): Record<string, unknown> {
  return Object.fromEntries(
    RELEASED_VERSIONS.map((version) => [version, exampleOf(type, version)]),
  );
}
