export {
  type EventFilter,
  type EventListItem,
  type EventWithDeliveries,
  eventsAbout,
  eventsOfRequest,
  isAbout,
  listEventItems,
} from "./browse-store.ts";
export { emitEvent, emitEventTo, notifyDispatcher, notifyQueue } from "./emit-event.ts";
export { eventFanoutSql, FANOUT_COLUMNS, fanoutRow, subscriptionsTo, toEvent } from "./fanout.ts";
export {
  browseEvents,
  findEvents,
  getEvent,
  type ListEventsRequest,
  latestEventId,
  listEvents,
} from "./list-events.ts";
export { sampleOf } from "./samples.ts";
export { type ShadowDiff, shadowDiff } from "./shadow-diff.ts";
export { HISTORY_DAYS, listenForNotifications } from "./store.ts";
export {
  EVENT_TYPES,
  type Event,
  type EventNoun,
  type EventType,
  FIRES_WHEN,
  type NewEvent,
  type RetryClass,
  type StoredEvent,
} from "./types.ts";
