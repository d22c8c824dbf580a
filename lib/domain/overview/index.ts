export { type Overview, readOverview } from "./read-overview.ts";
export { type QuickStart, readQuickStart } from "./read-progress.ts";
export type { Attention, DayFigures, DeclineCount } from "./types.ts";
