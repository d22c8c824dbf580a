import type { Event } from "#lib/domain/events/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import { isReleased, NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { behaves } from "./behaviours.ts";
import { downgrade } from "./walk.ts";

/** The body of an event's deliveries to endpoints pinned to `version`: the envelope of service.md §2 with the object
 * in that version's shape. Throws for an unknown version. */
export function renderEventBody(event: Event, version: string): string {
  if (!isReleased(version)) throw new Error(`no such API version: ${version}`);
  return JSON.stringify({
    id: event.id,
    ...(behaves("event_bodies_have_object", version) ? { object: "event" } : {}),
    type: event.type,
    created: toIsoSeconds(event.createdAt),
    version,
    livemode: event.mode === "live",
    data: version === NEWEST_VERSION ? event.data : downgrade(event.data, version),
  });
}
