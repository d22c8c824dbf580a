export { type Overview, readOverview } from "./read-overview.ts";
export type { Attention, DayFigures, DeclineCount } from "./types.ts";
