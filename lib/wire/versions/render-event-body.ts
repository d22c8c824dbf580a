import type { Event, StoredEvent } from "#lib/domain/events/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import { isReleased, NEWEST_VERSION, type Version } from "#lib/kernel/versions.ts";
import { behaves } from "./behaviours.ts";
import { downgrade } from "./walk.ts";

/** The body of an event's deliveries to endpoints pinned to `version`: the envelope of service.md §2 with the object
 * in that version's shape. Throws for an unknown version. */
export function renderEventBody(event: Event | StoredEvent, version: string): string {
  if (!isReleased(version)) throw new Error(`no such API version: ${version}`);
  const envelope = JSON.stringify({
    id: event.id,
    ...(behaves("event_bodies_have_object", version) ? { object: "event" } : {}),
    type: event.type,
    created: toIsoSeconds(event.createdAt),
    version,
    livemode: event.mode === "live",
  });
  return `${envelope.slice(0, -1)},"data":${dataOf(event, version)}}`;
}

/** Data of the newest version are sent as they are stored, without being parsed. */
function dataOf(event: Event | StoredEvent, version: Version): string {
  if (version !== NEWEST_VERSION) return JSON.stringify(downgrade(event.data, version));
  return "json" in event ? event.json : JSON.stringify(event.data);
}
