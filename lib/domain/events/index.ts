export { type Announcement, announcementsAbout, announcementsBy } from "./about-store.ts";
export { browseEvents } from "./browse-events.ts";
export { type EventFilter, type EventListItem, listEventItems } from "./browse-store.ts";
export { isAbout } from "./customer-store.ts";
export { emitEvent, emitEventTo } from "./emit-event.ts";
export { eventFanoutSql, FANOUT_COLUMNS, fanoutRow, subscriptionsTo, toEvent } from "./fanout.ts";
export { FIRES_WHEN } from "./fires-when.ts";
export { HISTORY_DAYS } from "./history-days.ts";
export {
  findEvents,
  getEvent,
  type ListEventsRequest,
  latestEventId,
  listEvents,
} from "./list-events.ts";
export { notifyDispatcher } from "./notify-dispatcher.ts";
export { sampleOf } from "./samples.ts";
export { type ShadowDiff, shadowDiff } from "./shadow-diff.ts";
export { listenForNotifications } from "./store.ts";
export {
  EVENT_TYPES,
  type Event,
  type EventType,
  type NewEvent,
  type RetryClass,
} from "./types.ts";
