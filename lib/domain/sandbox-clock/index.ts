export {
  advanceClockIn,
  finishAdvances,
  moveClock,
  readClock,
  type SandboxClock,
} from "./advance-clock.ts";
