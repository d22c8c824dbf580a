import { useEffect, useState } from "react";
import { nowMs } from "#lib/kernel/clock.ts";
import { useTimeFrame } from "./time-context.tsx";

const TICK_MS = 1_000;

/** The current time of the enclosing `TimeProvider` in milliseconds since the epoch, updated every second. */
export function usePresentSecond(): number {
  const { present, aheadMs } = useTimeFrame();
  const [ms, setMs] = useState(() => present.getTime());
  useEffect(() => {
    const tick = () => setMs(nowMs() + aheadMs);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [aheadMs]);
  return ms;
}
