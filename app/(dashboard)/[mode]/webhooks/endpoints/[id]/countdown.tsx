"use client";

import { useEffect, useState } from "react";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { nowMs } from "#lib/kernel/clock.ts";
import { countdownWords } from "../../delivery-words.ts";

const TICK_MS = 1_000;

/** How long it is until a moment, to the second. Read out once, not with every tick. */
export function Countdown({ to }: { to: string }) {
  const { present } = useTimeFrame();
  const [ms, setMs] = useState(() => present.getTime());
  useEffect(() => {
    const tick = () => setMs(nowMs());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={to} role="timer" aria-live="off" className="font-semibold tabular-nums">
      {countdownWords(Date.parse(to) - ms)}
    </time>
  );
}
