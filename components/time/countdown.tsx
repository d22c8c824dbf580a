"use client";

import { useEffect, useState } from "react";
import { nowMs } from "#lib/kernel/clock.ts";
import { countdownText } from "./format.ts";
import { useTimeFrame } from "./time-context.tsx";

const TICK_MS = 1_000;

/** How long it is until a moment, to the second. Read out once, not with every tick. */
export function Countdown({ to }: { to: string }) {
  const { present, aheadMs } = useTimeFrame();
  const [ms, setMs] = useState(() => present.getTime());
  useEffect(() => {
    const tick = () => setMs(nowMs() + aheadMs);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [aheadMs]);
  return (
    <time dateTime={to} role="timer" aria-live="off" className="font-semibold tabular-nums">
      {countdownText(Date.parse(to) - ms)}
    </time>
  );
}
