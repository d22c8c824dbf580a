export { announceAccess, announceLive, announceLiveIn } from "./announce.ts";
export type { LiveChange } from "./types.ts";
export { expectStream, liveCursor, stopWatching, watch } from "./watch.ts";
