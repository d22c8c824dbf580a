"use client";

import { useEffect, useState } from "react";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { countdownText, fullMoment } from "./format.ts";
import { useTimeFrame } from "./time-context.tsx";

/** The time left, to the second. Screen readers announce it once, not with every tick. */
export function Countdown({ to }: { to: string }) {
  const ms = usePresentSecond();
  return (
    <time dateTime={to} role="timer" aria-live="off" className="font-semibold tabular-nums">
      {countdownText(Date.parse(to) - ms)}
    </time>
  );
}

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

const TICK_MS = 1_000;

/** The current time of the enclosing `TimeProvider` in milliseconds since the epoch, updated every second. */
function usePresentSecond(): number {
  const { present, aheadMs, skewMs } = useTimeFrame();
  const [ms, setMs] = useState(() => present.getTime());
  useEffect(() => {
    const tick = () => setMs(nowMs() + aheadMs + skewMs);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [aheadMs, skewMs]);
  return ms;
}
