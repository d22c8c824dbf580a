"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { useSession } from "../../session.tsx";

const Connected = createContext(false);

/** Poll interval while the stream is connected: a notification can be lost. */
const SAFETY_MS = 60_000;

/** Polling goes on for so long after the stream has connected, for changes that came between a read and the stream. */
const OVERLAP_MS = 4_000;

/** Refetches visible screens when something that they show has changed. */
export function LiveUpdates({ children }: { children: ReactNode }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const [connected, setConnected] = useState(false);
  const accountId = session.account.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another stream.
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    let overlap: ReturnType<typeof setTimeout> | undefined;
    const onConnected = (is: boolean) => {
      clearTimeout(overlap);
      if (is) overlap = setTimeout(() => setConnected(true), OVERLAP_MS);
      else setConnected(false);
    };
    // Loaded after the screen, which shows its data without it. If that fails, the screens' polling goes on.
    import("./start-live-updates.ts").then(
      ({ startLiveUpdates }) => {
        if (!isOver) stop = startLiveUpdates({ mode, queries, onConnected });
      },
      () => {},
    );
    return () => {
      isOver = true;
      clearTimeout(overlap);
      stop();
    };
  }, [mode, accountId, queries]);
  return <Connected value={connected}>{children}</Connected>;
}

/** The poll interval: the given one without a stream, at least `SAFETY_MS` with one. */
export function usePolling(): (withoutStreamMs: number) => number {
  const connected = useContext(Connected);
  return useCallback((ms) => (connected ? Math.max(ms, SAFETY_MS) : ms), [connected]);
}
