import type { Event, EventListItem } from "#lib/domain/events/index.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import type { DeliveryListItemView } from "./deliveries.ts";
import type { SliceView } from "./shared.ts";

/** An event as a line of a list. */
export function eventListItemView(line: EventListItem) {
  return {
    id: line.id,
    type: line.type,
    objectId: line.objectId,
    createdAt: line.createdAt.toISOString(),
    deliveries: line.deliveries,
  };
}

export type EventListItemView = ReturnType<typeof eventListItemView>;

/** `GET /internal/:mode/events` */
export type EventListView = SliceView & {
  events: EventListItemView[];
  types: string[];
  /** Where the first call goes and with which of the account's keys, while there are no events. */
  firstCall: { baseUrl: string; keyHint: string | null } | null;
};

export type EventViewParts = {
  /** The version that the body is rendered in. */
  version: string;
  body: string;
  /** The account's pin, which `version` is unless another was asked for. */
  pin: string;
  deliveries: DeliveryListItemView[];
};

/** `GET /internal/:mode/events/:id` */
export function eventView(event: Event, parts: EventViewParts) {
  return {
    id: event.id,
    type: event.type,
    objectId: event.objectId,
    requestId: event.requestId,
    createdAt: event.createdAt.toISOString(),
    versions: [...RELEASED_VERSIONS].reverse(),
    ...parts,
  };
}

export type EventView = ReturnType<typeof eventView>;
