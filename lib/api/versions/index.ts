export {
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  type Version,
} from "#lib/kernel/versions.ts";
export type { VersionChange, Wire } from "./change.ts";
export { renderEventBody } from "./render-event-body.ts";
export { CHANGES, downgrade, downgradeParam, upgradeRequest } from "./walk.ts";
