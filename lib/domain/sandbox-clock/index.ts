export {
  advanceClockIn,
  finishAdvances,
  previewAdvance,
  readClock,
  type SandboxClock,
} from "./advance-clock.ts";
export { advanceClock } from "./advance-once.ts";
export { DUE_WORK } from "./finish-due-work.ts";
