export { advanceReplay, listDueReplays } from "./advance-replay.ts";
export { createReplay, createReplayIn, previewReplay } from "./create-replay.ts";
export { browseReplays, getReplay, listReplays } from "./get-replay.ts";
export { PACE, type PaceRules } from "./pace.ts";
export { listResults, replayDetail, resultsCsv } from "./results.ts";
export type { CauseCount } from "./results-store.ts";
export type { ReplayRequest } from "./select.ts";
export { type Step, steerReplay, steerReplayIn, wakeAfterReplay } from "./steer-replay.ts";
export { listenForReplays, listJobs as listReplayItems } from "./store.ts";
export {
  type Forecast,
  REPLAYABLE,
  type Replay,
  type Replayable,
  type ReplayItem,
} from "./types.ts";
