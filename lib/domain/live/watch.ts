import { listenForNotifications } from "#lib/domain/events/index.ts";
import { keepActiveSessions } from "#lib/domain/members/index.ts";
import { nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { log } from "#lib/kernel/log.ts";
import { ACCESS } from "./announce.ts";
import { History } from "./history.ts";
import * as store from "./store.ts";
import type { LiveChange, Place } from "./types.ts";

/** Minimum time between two polls of the events. */
const MIN_POLL_MS = SECOND_MS;
/** Maximum time between two polls, because a notification can be lost. */
const MAX_POLL_MS = 5 * SECOND_MS;
/** Events get their ids before they commit, so the last 5 s are counted again. */
const OVERLAP_MS = 5 * SECOND_MS;
const ACCESS_CHECK_MS = 15 * SECOND_MS;
/** A place without streams is watched for this long, so that a stream can reconnect and resume. */
const LINGER_MS = 60 * SECOND_MS;
const MAX_STREAMS_OF_USER = 10;

export type Watcher = Place & { userId: string; sessionId: string };

type Stream = Watcher & { onChange: (change: LiveChange) => void; onEnd: () => void };

type Watched = Place & {
  /** The id at which its history started. */
  begun: string;
  streams: Set<Stream>;
  leftMs: number;
  /** Number of events by kind, since the start of the next poll's period. */
  counts: Map<string, number>;
};

const history = new History();
const watched = new Map<string, Watched>();
let running: ReturnType<typeof start> | null = null;

const nameOf = ({ accountId, mode }: Place) => `${accountId} ${mode}`;

/**
 * Reports the changes of a place to `onChange` until the stream is stopped or its user loses access (`onEnd`). All
 * streams of a process share one listening connection and one poll. `ready` resolves to the id after which no change is
 * missed. With `lastId`, the changes since then are reported before `watch` returns. Throws `rate_limited` if the user
 * has 10 open streams.
 */
export function watch(
  watcher: Watcher,
  lastId: string | null,
  { onChange, onEnd }: Pick<Stream, "onChange" | "onEnd">,
): { ready: Promise<string>; stop: () => void } {
  const open = [...watched.values()].flatMap(({ streams }) => [...streams]);
  if (open.filter(({ userId }) => userId === watcher.userId).length >= MAX_STREAMS_OF_USER) {
    throw new ApiError("rate_limited", "You have too many dashboard windows open. Close one.", {
      headers: { "Retry-After": "30" },
    });
  }
  const name = nameOf(watcher);
  running ??= start();
  const listening = running;
  const place = watched.get(name) ?? begin(name, watcher);
  const stream = { ...watcher, onChange, onEnd };
  place.streams.add(stream);
  const missed = lastId === null ? null : history.since(name, lastId, place.begun);
  if (missed) onChange(missed);
  return {
    ready: listening.ready.then(() => history.latestId()),
    stop: () => {
      place.streams.delete(stream);
      place.leftMs = nowMs();
    },
  };
}

/** An id of no process: a stream that resumes from it gets a full refresh. */
const UNKNOWN = "unknown";

/** The id from which a stream that opens later misses nothing that changes after this call, in places that are watched or
 *  expected by then. While this process hears no changes it is an id that makes the stream ask for a full refresh. */
export function liveCursor(): string {
  return running?.isListening() ? history.latestId() : UNKNOWN;
}

/** Keeps the changes of a place for `LINGER_MS`: a screen reads it now and opens its stream a moment later. */
export function expectStream(place: Place): void {
  const name = nameOf(place);
  running ??= start();
  const expected = watched.get(name) ?? begin(name, place);
  expected.leftMs = nowMs();
}

function begin(name: string, { accountId, mode }: Place): Watched {
  const begun = history.latestId();
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

/** Ends all streams of the process, polling and listening. */
export async function stopWatching(): Promise<void> {
  for (const { streams } of watched.values()) for (const { onEnd } of [...streams]) onEnd();
  watched.clear();
  const stopping = running;
  running = null;
  await stopping?.stop();
}

function start() {
  let sinceMs = nowMs() - OVERLAP_MS;
  let polledMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> = Promise.resolve();
  const connected = Promise.withResolvers<void>();
  let isConnected = false;

  const poll = async () => {
    forgetIdlePlaces();
    const places = [...watched.values()];
    if (places.length === 0) return;
    const isPeriodOver = nowMs() - sinceMs > 2 * OVERLAP_MS;
    const laterMs = isPeriodOver ? nowMs() - OVERLAP_MS : sinceMs;
    const counts = await store.countEvents(places, { sinceMs, laterMs });
    for (const place of places) reportNewEvents(place, counts);
    sinceMs = laterMs;
  };
  const pollSoon = (waitMs = Math.max(0, polledMs + MIN_POLL_MS - nowMs())) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      polledMs = nowMs();
      polling = polling
        .then(poll)
        .catch((error) => log.warn("events could not be polled for live updates", { error }));
    }, waitMs).unref();
  };
  const checkAccess = () => {
    endWithoutAccess().catch((error) =>
      log.warn("the access of live streams could not be checked", { error }),
    );
  };
  const receive = (payload: string | null) => {
    if (payload === null) {
      // Notifications during the interruption are lost.
      if (isConnected) for (const place of watched.values()) report(place, ["all"]);
      isConnected = true;
      connected.resolve();
      return;
    }
    for (const message of payload.split(";")) {
      if (message === ACCESS) checkAccess();
      else reportMessage(message);
    }
  };
  const unlisten = [listenForNotifications(() => pollSoon()), store.listenToProcesses(receive)];
  const timers = [
    setInterval(() => pollSoon(), MAX_POLL_MS),
    setInterval(checkAccess, ACCESS_CHECK_MS),
  ];
  for (const one of timers) one.unref();
  pollSoon(0);
  return {
    ready: connected.promise,
    isListening: () => isConnected,
    async stop() {
      for (const one of timers) clearInterval(one);
      clearTimeout(timer);
      await Promise.all([polling, ...unlisten.map((end) => end())]);
    },
  };
}

/** Stops watching places without streams; without any place, stops polling and listening. */
function forgetIdlePlaces(): void {
  for (const [name, { streams, leftMs }] of watched) {
    if (streams.size === 0 && nowMs() - leftMs > LINGER_MS) watched.delete(name);
  }
  if (watched.size > 0) return;
  const stopping = running;
  running = null;
  stopping?.stop().catch((error) => log.debug("listening could not be ended", { error }));
}

function reportMessage(message: string): void {
  const [accountId, kind = ""] = message.split(" ");
  for (const place of watched.values()) if (place.accountId === accountId) report(place, [kind]);
}

function reportNewEvents(place: Watched, counts: readonly store.KindCount[]): void {
  const own = counts.filter((one) => nameOf(place) === `${one.accountId} ${one.mode}`);
  const changed = own.filter(({ kind, count }) => count > (place.counts.get(kind) ?? 0));
  place.counts = new Map(own.map(({ kind, later }) => [kind, later]));
  if (changed.length === 0) return;
  report(
    place,
    changed.map(({ kind }) => kind),
  );
}

function report(place: Watched, kinds: readonly string[]): void {
  const change = history.add(nameOf(place), kinds);
  for (const { onChange } of place.streams) onChange(change);
}

/** Ends the streams of users who signed out or lost access to the account. Checks all streams in one query. */
async function endWithoutAccess(): Promise<void> {
  const streams = [...watched.values()].flatMap((place) => [...place.streams]);
  if (streams.length === 0) return;
  const permitted = await keepActiveSessions(streams);
  for (const stream of streams) if (!permitted.has(stream)) stream.onEnd();
}
