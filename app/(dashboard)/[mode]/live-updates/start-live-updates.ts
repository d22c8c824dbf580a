import type { Query, QueryClient } from "@tanstack/react-query";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import { follow } from "./follow.ts";
import { SLOW, showsAny } from "./follows.ts";

/** Least time between two refetches of visible screens. */
const MIN_INTERVAL_MS = 2_000;
/** The same for reads that are expensive to answer. */
const SLOW_INTERVAL_MS = 5_000;
type LiveParams = { mode: Mode; queries: QueryClient; onConnected: (connected: boolean) => void };

/** Follows the stream of changes of a mode and refetches what they touch. Returns a function that ends it. */
export function startLiveUpdates({ mode, queries, onConnected }: LiveParams): () => void {
  // Running requests are not restarted: under constant change none would ever finish.
  const invalidate = (predicate: (query: Query) => boolean) =>
    queries.invalidateQueries({ predicate }, { cancelRefetch: false });
  const refresh = async (kinds: readonly string[], slow: boolean) => {
    const touched = (query: Query) => isAbout(query, mode, kinds, slow);
    const running = queries
      .getQueryCache()
      .findAll({ predicate: touched, fetchStatus: "fetching" });
    await invalidate(touched);
    // A request that was running may have been answered before the change.
    if (running.length > 0) await invalidate((query) => running.includes(query));
  };
  const quick = gather(MIN_INTERVAL_MS, (kinds) => void refresh(kinds, false));
  const slow = gather(SLOW_INTERVAL_MS, (kinds) => void refresh(kinds, true));
  const stop = follow(mode, {
    onConnected,
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
