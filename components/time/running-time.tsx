"use client";

import { dateFromMs } from "#lib/kernel/clock.ts";
import { fullMoment } from "./format.ts";
import { useTimeFrame } from "./time-context.tsx";
import { usePresentSecond } from "./use-present-second.ts";

/** The current time, updated every second. Screen readers do not announce each tick. */
export function RunningTime() {
  const { zone } = useTimeFrame();
  const ms = usePresentSecond();
  return (
    <span role="timer" aria-live="off" className="tabular-nums">
      {fullMoment(dateFromMs(ms), zone)}
    </span>
  );
}
