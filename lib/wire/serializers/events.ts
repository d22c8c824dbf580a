import type { Event } from "#lib/domain/events/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { EventWire } from "../contract/events.ts";

export function toEventWire(event: Event): EventWire {
  return {
    id: event.id,
    object: "event",
    type: event.type,
    created: toIsoSeconds(event.createdAt),
    version: event.version,
    livemode: event.mode === "live",
    data: event.data,
  };
}
