export {
  advanceClock,
  advanceClockIn,
  finishAdvances,
  previewAdvance,
  readClock,
  type SandboxClock,
} from "./advance-clock.ts";

export { DUE_WORK } from "./finish-due-work.ts";
