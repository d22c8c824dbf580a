export { readIncident, type ShownIncident } from "./read-incident.ts";
export { watchedApprovals } from "./watch-approvals.ts";
