"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { useSession } from "../../session.tsx";

const Connected = createContext(false);

/** Poll interval while the stream is connected: a notification can be lost. */
const SAFETY_MS = 60_000;

/** `since`: the id of the last change before the page's reads on the server. */
type LiveUpdatesProps = { since: string | null; children: ReactNode };

/** Refetches visible screens when something that they show has changed since they were read. */
export function LiveUpdates({ since, children }: LiveUpdatesProps) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const [connected, setConnected] = useState(false);
  const accountId = session.account.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another stream; a later `since` does not.
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    // Loaded after the screen, which shows its data without it. If that fails, the screens' polling goes on.
    import("./start-live-updates.ts").then(
      ({ startLiveUpdates }) => {
        if (!isOver) stop = startLiveUpdates({ mode, since, queries, onConnected: setConnected });
      },
      () => {},
    );
    return () => {
      isOver = true;
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
