export { NEWEST_VERSION, RELEASED_VERSIONS, type Version } from "#lib/kernel/versions.ts";
export { ADDITIONS } from "./additions.ts";
export { BEHAVIOURS, behaves } from "./behaviours.ts";
export type { BehaviourChange, JsonSchema, VersionChange, Wire } from "./change.ts";
export type { Correction } from "./correction.ts";
export { CORRECTIONS } from "./corrections.ts";
export { renderEventBody } from "./render-event-body.ts";
export { CHANGES, changesAfter, downgrade, downgradeParam, upgradeRequest } from "./walk.ts";
