export { readIncident, type ShownIncident } from "./read-incident.ts";
export { listIncidents } from "./store.ts";
export type { Incident } from "./types.ts";
export { watchedApprovals } from "./watch-approvals.ts";
