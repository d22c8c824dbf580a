export { announceAccess, announceLive, announceLiveIn } from "./announce.ts";
export type { LiveChange } from "./types.ts";
export { stopWatching, watch } from "./watch.ts";
