export { advanceReplay, listDueReplays } from "./advance-replay.ts";
export {
  createReplay,
  createReplayIn,
  previewReplay,
  type ReplayRequest,
} from "./create-replay.ts";
export {
  browseReplays,
  getReplay,
  listReplays,
  listResults,
  replayDetail,
  resultsCsv,
} from "./get-replay.ts";
export { PACE, type PaceRules } from "./pace.ts";

export type { CauseCount } from "./results-store.ts";

export { steerReplay, steerReplayIn, wakeAfterReplay, whyNotSteered } from "./steer-replay.ts";
export { listenForReplays, listJobs as listReplayItems } from "./store.ts";
export type {
  Forecast,
  Replay,
  ReplayItem,
} from "./types.ts";
