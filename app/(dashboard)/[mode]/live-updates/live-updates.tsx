"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { useSession } from "../../session.tsx";
import { follow } from "./follow.ts";
import { SLOW, showsAny } from "./follows.ts";

const Connected = createContext(false);

/** The least time between two questions for what is on the screen, … */
const REST_MS = 2_000;
/** … and for what is dear to answer. */
const SLOW_REST_MS = 5_000;
/** How often what is told of is asked for all the same: an announcement may be lost. */
const SAFETY_MS = 60_000;

/** Follows what changes in the mode, and asks again for what is on the screen and shows it. */
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
        // What is being asked for is not asked anew: it would never come.
        { cancelRefetch: false },
      );
    const quick = gather(REST_MS, (kinds) => refresh(kinds, false));
    const slow = gather(SLOW_REST_MS, (kinds) => refresh(kinds, true));
    const stop = follow(mode, {
      onConnected: setConnected,
      onChange: (kinds) => {
        quick.add(kinds);
        // What they do not show must not make them wait.
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

/** How often to ask for what changes are told of: now and then, and as often as said without a stream. */
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

/** Hands on at once what comes after a rest, and together what comes within one. */
function gather(restMs: number, act: (kinds: readonly string[]) => void) {
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
      timer ??= setTimeout(send, Math.max(0, lastMs + restMs - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
