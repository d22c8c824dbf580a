"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";

type TimeFrame = {
  zone: string;
  /** Business time: in test mode that of the sandbox clock. */
  present: Date;
  /** How far business time is ahead of real time. */
  aheadMs: number;
  /** How far the server's clock is ahead of the browser's. */
  skewMs: number;
};

const NO_TIME = { zone: "UTC", present: dateFromMs(0), aheadMs: 0, skewMs: 0 };
const TimeContext = createContext<TimeFrame>(NO_TIME);

const TICK_MS = 20_000;

type Props = {
  zone: string;
  /** The server's real time at rendering. */
  renderedAt: string;
  aheadMs?: number;
  children: ReactNode;
};

/** Provides the merchant's time zone and the current time. The first render uses the server's time, so that
 *  both render the same text; then the time is updated. It is never before the server's time at rendering: a browser
 *  whose clock is behind would show what has just happened as in the future. */
export function TimeProvider({ zone, renderedAt, aheadMs = 0, children }: Props) {
  const renderedMs = Date.parse(renderedAt);
  const [{ realMs, skewMs }, setTime] = useState({ realMs: renderedMs, skewMs: 0 });
  useEffect(() => {
    const skewMs = Math.max(0, renderedMs - nowMs());
    const tick = () => setTime({ realMs: nowMs() + skewMs, skewMs });
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [renderedMs]);
  const frame = useMemo(
    () => ({ zone, present: dateFromMs(realMs + aheadMs), aheadMs, skewMs }),
    [zone, realMs, aheadMs, skewMs],
  );
  return <TimeContext value={frame}>{children}</TimeContext>;
}

/** Provides real time to children that use it even if the sandbox clock is ahead: deliveries, keys, mail. */
export function RealTime({ children }: { children: ReactNode }) {
  const { zone, present, aheadMs, skewMs } = useContext(TimeContext);
  const frame = useMemo(
    () => ({ zone, present: dateFromMs(present.getTime() - aheadMs), aheadMs: 0, skewMs }),
    [zone, present, aheadMs, skewMs],
  );
  return <TimeContext value={frame}>{children}</TimeContext>;
}

/** The merchant's time zone and the current time, from `TimeProvider`. */
export function useTimeFrame(): TimeFrame {
  return useContext(TimeContext);
}
