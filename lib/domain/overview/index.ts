export { type Overview, type QuickStart, readOverview, readQuickStart } from "./read-overview.ts";
export type { Attention, DayFigures, DeclineCount } from "./types.ts";
export { readWaiting, type Waiting } from "./waiting-store.ts";
