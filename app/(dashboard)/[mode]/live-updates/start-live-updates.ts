import type { Query, QueryClient } from "@tanstack/react-query";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import { follow } from "./follow.ts";
import { SLOW, showsAny } from "./follows.ts";

/** Least time between two refetches of visible screens. */
const MIN_INTERVAL_MS = 2_000;
/** The same for reads that are expensive to answer. */
const SLOW_INTERVAL_MS = 5_000;
/** A screen that does not follow changes shows those that are reported so soon after it was opened. They were made before
 *  it could be read: a change is recorded up to half a second after its cause, and reported up to half a second later. */
const OPENING_MS = 3_000;

type LiveParams = {
  mode: Mode;
  since: string | null;
  queries: QueryClient;
  onConnected: (connected: boolean) => void;
};

/** Follows the stream of changes of a mode and refetches what they touch. Returns a function that ends it. */
export function startLiveUpdates({ mode, since, queries, onConnected }: LiveParams): () => void {
  const opened = watchOpened(queries);
  // Running requests are not restarted: under constant change none would ever finish.
  const invalidate = (predicate: (query: Query) => boolean) =>
    queries.invalidateQueries({ predicate }, { cancelRefetch: false });
  const refresh = async (kinds: readonly string[], slow: boolean) => {
    const touched = (query: Query) =>
      isAbout(query, mode, kinds, slow) && (query.meta?.follows !== false || opened.isNew(query));
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
    since,
    onConnected: (connected) => {
      if (connected) opened.begin();
      onConnected(connected);
    },
    onChange: (kinds) => {
      quick.add(kinds);
      // Kinds that no slow screen shows must not start its timer.
      if ([...SLOW].some((screen) => showsAny(screen, kinds))) slow.add(kinds);
    },
  });
  return () => {
    stop();
    opened.stop();
    quick.stop();
    slow.stop();
  };
}

/** Knows when screens began to show their reads; of those that were there before the stream, from its first message. */
function watchOpened(queries: QueryClient) {
  const cache = queries.getQueryCache();
  const openedMs = new WeakMap<Query, number>();
  let hasBegun = false;
  const stop = cache.subscribe(({ type, query }) => {
    if (type === "observerAdded") openedMs.set(query, performance.now());
  });
  return {
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      for (const query of cache.getAll()) openedMs.set(query, performance.now());
    },
    isNew: (query: Query) =>
      performance.now() - (openedMs.get(query) ?? Number.NEGATIVE_INFINITY) < OPENING_MS,
    stop,
  };
}

function isAbout(query: Query, mode: string, kinds: readonly string[], slow: boolean): boolean {
  const [area, path] = query.queryKey;
  if (area !== "internal" || typeof path !== "string") return false;
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
