"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";

type TimeFrame = {
  zone: string;
  /** Business time: in test mode that of the sandbox clock. */
  present: Date;
  /** How far business time is ahead of real time. */
  aheadMs: number;
};

const TimeContext = createContext<TimeFrame>({ zone: "UTC", present: dateFromMs(0), aheadMs: 0 });

const TICK_MS = 20_000;

type Props = {
  zone: string;
  /** The server's real time at rendering. */
  renderedAt: string;
  aheadMs?: number;
  children: ReactNode;
};

/** Provides the merchant's time zone and the current time. The first render uses the server's time, so that
 *  both render the same text; then the time is updated. */
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

/** Provides real time to children that use it even if the sandbox clock is ahead: deliveries, keys, mail. */
export function RealTime({ children }: { children: ReactNode }) {
  const { zone, present, aheadMs } = useContext(TimeContext);
  const frame = useMemo(
    () => ({ zone, present: dateFromMs(present.getTime() - aheadMs), aheadMs: 0 }),
    [zone, present, aheadMs],
  );
  return <TimeContext value={frame}>{children}</TimeContext>;
}

/** The merchant's time zone and the current time, from `TimeProvider`. */
export function useTimeFrame(): TimeFrame {
  return useContext(TimeContext);
}
