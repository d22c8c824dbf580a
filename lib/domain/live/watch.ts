import { listenForNotifications } from "#lib/domain/events/index.ts";
import { keepActiveSessions } from "#lib/domain/members/index.ts";
import { nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import { ACCESS } from "./announce.ts";
import { History } from "./history.ts";
import * as store from "./store.ts";
import type { LiveChange, Place } from "./types.ts";

/** The least time between two looks at the events … */
const LOOK_MS = SECOND_MS;
/** … and the most: a poke may be lost. */
const IDLE_LOOK_MS = 5 * SECOND_MS;
/** Ids are taken before their transactions commit: what is younger is looked at again. */
const OVERLAP_MS = 5 * SECOND_MS;
const ACCESS_MS = 15 * SECOND_MS;
/** A place stays watched for so long without anybody, so that a stream that broke off goes on. */
const LINGER_MS = 60 * SECOND_MS;
const MOST_OF_PERSON = 10;

export type Watcher = Place & { userId: string; sessionId: string };

type Stream = Watcher & { hear: (change: LiveChange) => void; over: () => void };

type Watched = Place & {
  /** The present when somebody began to look. */
  begun: string;
  streams: Set<Stream>;
  leftMs: number;
  /** By kind, of the time that is looked at. */
  counts: Map<string, number>;
};

const history = new History();
const watched = new Map<string, Watched>();
let running: ReturnType<typeof start> | null = null;

const nameOf = ({ accountId, mode }: Place) => `${accountId} ${mode}`;

/**
 * Tells of what changes at a place until it is stopped, or until whoever looks may no longer (`over`). All
 * streams of a process share one connection that listens and one look at the events. `ready` is the id of the
 * moment from which nothing is missed. After `lastId`, what was missed since is told at once. Throws `rate_limited` where somebody has too many open.
 */
export function watch(
  watcher: Watcher,
  lastId: string | null,
  { hear, over }: Pick<Stream, "hear" | "over">,
): { ready: Promise<string>; stop: () => void } {
  const open = [...watched.values()].flatMap(({ streams }) => [...streams]);
  if (open.filter(({ userId }) => userId === watcher.userId).length >= MOST_OF_PERSON) {
    throw new ApiError("rate_limited", "Too many of your windows are open. Close one.", {
      headers: { "Retry-After": "30" },
    });
  }
  const name = nameOf(watcher);
  running ??= start();
  const listening = running;
  const place = watched.get(name) ?? begin(name, watcher);
  const stream = { ...watcher, hear, over };
  place.streams.add(stream);
  const missed = lastId === null ? null : history.since(name, lastId, place.begun);
  if (missed) hear(missed);
  return {
    ready: listening.ready.then(() => history.present()),
    stop: () => {
      place.streams.delete(stream);
      place.leftMs = nowMs();
    },
  };
}

function begin(name: string, { accountId, mode }: Place): Watched {
  const begun = history.present();
  const place = {
    accountId,
    mode,
    begun,
    streams: new Set<Stream>(),
    leftMs: 0,
    counts: new Map(),
  };
  watched.set(name, place);
  return place;
}

/** Ends what the process does for its streams, and them. */
export async function stopWatching(): Promise<void> {
  for (const { streams } of watched.values()) for (const { over } of [...streams]) over();
  watched.clear();
  const stopping = running;
  running = null;
  await stopping?.stop();
}

function start() {
  let sinceMs = nowMs() - OVERLAP_MS;
  let lookedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const connected = Promise.withResolvers<void>();
  let isConnected = false;

  const look = async () => {
    forget();
    const places = [...watched.values()];
    if (places.length === 0) return;
    const isOver = nowMs() - sinceMs > 2 * OVERLAP_MS;
    const laterMs = isOver ? nowMs() - OVERLAP_MS : sinceMs;
    const counts = await store.countEvents(places, { sinceMs, laterMs });
    for (const place of places) compare(place, counts);
    sinceMs = laterMs;
  };
  const soon = (waitMs = Math.max(0, lookedMs + LOOK_MS - nowMs())) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      lookedMs = nowMs();
      looking = looking
        .then(look)
        .catch((error) => log.warn("changes could not be looked for", { error }));
    }, waitMs).unref();
  };
  const access = () => {
    endUnwelcome().catch((error) => log.warn("streams could not be checked", { error }));
  };
  const hearOthers = (payload: string | null) => {
    if (payload === null) {
      // Nobody knows what was said while the connection was away.
      if (isConnected) for (const place of watched.values()) tell(place, ["all"]);
      isConnected = true;
      connected.resolve();
      return;
    }
    for (const word of payload.split(";")) {
      if (word === ACCESS) access();
      else hearWord(word);
    }
  };
  const unlisten = [listenForNotifications(() => soon()), store.listenToOthers(hearOthers)];
  const timers = [setInterval(() => soon(), IDLE_LOOK_MS), setInterval(access, ACCESS_MS)];
  for (const one of timers) one.unref();
  soon(0);
  return {
    ready: connected.promise,
    async stop() {
      for (const one of timers) clearInterval(one);
      clearTimeout(timer);
      await Promise.all([looking, ...unlisten.map((end) => end())]);
    },
  };
}

/** Places that nobody looks at any more cost nothing; without any, the process listens to nobody. */
function forget(): void {
  for (const [name, { streams, leftMs }] of watched) {
    if (streams.size === 0 && nowMs() - leftMs > LINGER_MS) watched.delete(name);
  }
  if (watched.size > 0) return;
  const stopping = running;
  running = null;
  stopping?.stop().catch((error) => log.debug("listening could not be ended", { error }));
}

function hearWord(word: string): void {
  const [accountId, kind = ""] = word.split(" ");
  for (const place of watched.values()) if (place.accountId === accountId) tell(place, [kind]);
}

function compare(place: Watched, counts: readonly store.KindCount[]): void {
  const own = counts.filter((one) => nameOf(place) === `${one.accountId} ${one.mode}`);
  const changed = own.filter(({ kind, count }) => count > (place.counts.get(kind) ?? 0));
  place.counts = new Map(own.map(({ kind, later }) => [kind, later]));
  if (changed.length > 0)
    tell(
      place,
      changed.map(({ kind }) => kind),
    );
}

function tell(place: Watched, kinds: readonly string[]): void {
  const change = history.add(nameOf(place), kinds);
  for (const { hear } of place.streams) hear(change);
}

/** Ends the streams of those who were signed out or may no longer see the account: one question for all. */
async function endUnwelcome(): Promise<void> {
  const streams = [...watched.values()].flatMap((place) => [...place.streams]);
  if (streams.length === 0) return;
  const welcome = await keepActiveSessions(streams);
  for (const stream of streams) if (!welcome.has(stream)) stream.over();
}
