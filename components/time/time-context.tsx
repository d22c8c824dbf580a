"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";

type TimeFrame = {
  zone: string;
  /** By the clock that business goes by: in test mode the sandbox's. */
  present: Date;
  /** How far that is ahead of the real time. */
  aheadMs: number;
};

const TimeContext = createContext<TimeFrame>({ zone: "UTC", present: dateFromMs(0), aheadMs: 0 });

const TICK_MS = 20_000;

type Props = {
  zone: string;
  /** The server's real time, when it rendered the page. */
  renderedAt: string;
  aheadMs?: number;
  children: ReactNode;
};

/** The merchant's zone and the present moment for everything below. The server's moment is used
 *  for the first paint, so that both write the same words; then it moves on. */
export function TimeProvider({ zone, renderedAt, aheadMs = 0, children }: Props) {
  const [realMs, setRealMs] = useState(() => Date.parse(renderedAt));
  useEffect(() => {
    const tick = () => setRealMs(nowMs());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const frame = useMemo(
    () => ({ zone, present: dateFromMs(realMs + aheadMs), aheadMs }),
    [zone, realMs, aheadMs],
  );
  return <TimeContext value={frame}>{children}</TimeContext>;
}

/** For what goes by the real time also where a sandbox's clock is ahead: deliveries, keys, mail. */
export function RealTime({ children }: { children: ReactNode }) {
  const { zone, present, aheadMs } = useContext(TimeContext);
  const frame = useMemo(
    () => ({ zone, present: dateFromMs(present.getTime() - aheadMs), aheadMs: 0 }),
    [zone, present, aheadMs],
  );
  return <TimeContext value={frame}>{children}</TimeContext>;
}

/** The merchant's zone and the present, as `TimeProvider` says. */
export function useTimeFrame(): TimeFrame {
  return useContext(TimeContext);
}
