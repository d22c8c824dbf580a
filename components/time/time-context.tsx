"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { at, nowMs } from "#lib/kernel/clock.ts";

type TimeFrame = { zone: string; present: Date };

const TimeContext = createContext<TimeFrame>({ zone: "UTC", present: at(0) });

const TICK_MS = 20_000;

/** The merchant's zone and the present moment for everything below. The server's moment is used
 *  for the first paint, so that both write the same words; then it moves on. */
export function TimeProvider(props: { zone: string; renderedAt: string; children: ReactNode }) {
  const [presentMs, setPresentMs] = useState(() => Date.parse(props.renderedAt));
  useEffect(() => {
    const tick = () => setPresentMs(nowMs());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const frame = useMemo(
    () => ({ zone: props.zone, present: at(presentMs) }),
    [props.zone, presentMs],
  );
  return <TimeContext value={frame}>{props.children}</TimeContext>;
}

/** The merchant's zone and the present, as `TimeProvider` says. */
export function useTimeFrame(): TimeFrame {
  return useContext(TimeContext);
}
