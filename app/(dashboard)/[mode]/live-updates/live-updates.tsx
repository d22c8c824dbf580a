"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { useSession } from "../../session.tsx";
import { follow } from "./follow.ts";
import { SLOW, showsAny } from "./follows.ts";

const Connected = createContext(false);

/** Least time between two refetches of visible screens. */
const MIN_INTERVAL_MS = 2_000;
/** The same for reads that are expensive to answer. */
const SLOW_INTERVAL_MS = 5_000;
/** Poll interval while the stream is connected: a notification can be lost. */
const SAFETY_MS = 60_000;

/** Refetches visible screens when something that they show has changed. */
export function LiveUpdates({ children }: { children: ReactNode }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const [connected, setConnected] = useState(false);
  const accountId = session.account.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another stream.
  useEffect(() => {
    const refresh = (kinds: readonly string[], slow: boolean) =>
      void queries.invalidateQueries(
        { predicate: (query) => isAbout(query, mode, kinds, slow) },
        // Running requests are not restarted: under constant change none would ever finish.
        { cancelRefetch: false },
      );
    const quick = gather(MIN_INTERVAL_MS, (kinds) => refresh(kinds, false));
    const slow = gather(SLOW_INTERVAL_MS, (kinds) => refresh(kinds, true));
    const stop = follow(mode, {
      onConnected: setConnected,
      onChange: (kinds) => {
        quick.add(kinds);
        // Kinds that no slow screen shows must not start its timer.
        if ([...SLOW].some((screen) => showsAny(screen, kinds))) slow.add(kinds);
      },
    });
    return () => {
      stop();
      quick.stop();
      slow.stop();
    };
  }, [mode, accountId, queries]);
  return <Connected value={connected}>{children}</Connected>;
}

/** The poll interval: the given one without a stream, at least `SAFETY_MS` with one. */
export function usePolling(): (withoutStreamMs: number) => number {
  const connected = useContext(Connected);
  return useCallback((ms) => (connected ? Math.max(ms, SAFETY_MS) : ms), [connected]);
}

function isAbout(query: Query, mode: string, kinds: readonly string[], slow: boolean): boolean {
  const [area, path] = query.queryKey;
  if (area !== "internal" || typeof path !== "string" || query.meta?.follows === false)
    return false;
  const [, where, screen = ""] = path.split("/");
  return where === mode && SLOW.has(screen) === slow && showsAny(screen, kinds);
}

/** Calls `act` at most once per `intervalMs` with the kinds added since; immediately if the last call is longer ago. */
function gather(intervalMs: number, act: (kinds: readonly string[]) => void) {
  let waiting = new Set<string>();
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    timer = undefined;
    lastMs = performance.now();
    const kinds = [...waiting];
    waiting = new Set();
    act(kinds);
  };
  return {
    add(kinds: readonly string[]) {
      for (const kind of kinds) waiting.add(kind);
      timer ??= setTimeout(send, Math.max(0, lastMs + intervalMs - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
