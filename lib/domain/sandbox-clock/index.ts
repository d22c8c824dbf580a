export {
  advanceClockIn,
  finishAdvances,
  previewAdvance,
  readClock,
  type SandboxClock,
} from "./advance-clock.ts";
export { advanceClock } from "./advance-once.ts";
export { finishDueWork } from "./finish-due-work.ts";
