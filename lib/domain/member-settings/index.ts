export { beginTourIn, saveFavourites, saveTourStep } from "./member-settings.ts";
export { findSettings } from "./store.ts";
export type { MemberSettings } from "./types.ts";
