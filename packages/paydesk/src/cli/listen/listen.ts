import { accessSync, constants, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import { forward } from "./forward.ts";
import { type ListenOptions, wants } from "./options.ts";
import { Progress } from "./progress.ts";
import { connect, type EventBody, Refused, type Service } from "./service.ts";
import { targetsFor, targetsOf } from "./targets.ts";

const POLL_MS = 500;

/** Forwards an account's events to a local address, signed like deliveries, until the context's signal aborts; then it
 * rejects. Uses only the public API. Its positions are files in `folder`. */
export async function listen(
  options: ListenOptions,
  { say, warn, signal, folder }: Pick<Context, "say" | "warn" | "signal" | "folder">,
): Promise<void> {
  const service = connect({
    ...options,
    signal,
    onTrouble: (why) => warn(`${options.url} cannot be reached (${why}); retrying …`),
    onRecovered: () => warn(`${options.url} can be reached again.`),
  });
  const { account, secret: own, latest_event: latest } = await service.listener();
  const secret = options.secret ?? own;
  const targets = await targetsOf(options, service);
  const send = async (event: EventBody, endpoints: ReadonlySet<string> | null = null) => {
    const lines: string[] = [];
    for (const { url } of targetsFor(targets, event.type, endpoints)) {
      lines.push(await forwardOne(event, { url, isOnly: !options.load, secret, signal, warn }));
    }
    return lines;
  };
  if (options.resend !== null) {
    for (const line of await send(await service.event(options.resend))) say(line);
    return;
  }
  const path = join(folder, "listen", `${account}-${options.mode}`);
  const isKept = keepsFiles(path, warn);
  const events = new Progress(`${path}.json`, isKept);
  const replays = new Progress(`${path}-replays.json`, isKept);
  const resumed = !options.fresh && events.load();
  if (!resumed) events.beginAfter(latest);
  const readReplays = await replaysOf(service, replays, resumed, warn);
  const where = targets.map(({ url }) => url).join(", ");
  say(`Forwarding events of ${account} in ${options.mode} mode to ${where}`);
  // One that the caller gave is not repeated: it belongs to an endpoint.
  say(options.secret === null ? `Signing secret: ${secret}` : "Signing with the given secret.");
  say(resumed ? "Resuming where it stopped." : "Starting with new events.");
  for (let turn = 0; ; turn++) {
    for (const event of await newEvents(service, events, warn)) {
      const lines = wants(options.events, event.type) ? await send(event) : [];
      // Saved before it is printed, because a reader of the line may end this process.
      events.markDone(event.id);
      for (const line of lines) say(line);
    }
    // Once a second: three lists a second leave most of a test account's ten to others.
    for (const { event, deliveries, endpoints } of turn % 2 === 0 ? await readReplays() : []) {
      const isWanted = event && wants(options.events, event.type);
      const lines = isWanted ? await send(event, endpoints) : [];
      for (const id of deliveries) replays.markDone(id);
      for (const line of lines) say(`${line}  replay`);
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** Whether positions can be saved: the file system of a container may be read-only. */
function keepsFiles(path: string, warn: Warn): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch (error) {
    const why = error instanceof Error && "code" in error ? error.code : error;
    warn(`${dirname(path)} cannot be written (${why}): the next run starts with new events.`);
    return false;
  }
}

type Warn = Context["warn"];
type Sending = { url: string; isOnly: boolean; secret: string; signal: AbortSignal; warn: Warn };

/** Sends an event and returns the line that tells the response. */
async function forwardOne(
  event: EventBody,
  { url, isOnly, secret, signal, warn }: Sending,
): Promise<string> {
  const onWaiting = (why: string) => warn(`${url} cannot be reached (${why}); retrying …`);
  const { outcome, ms } = await forward(event, { url, secret, signal, onWaiting });
  const line = `${outcome}  ${ms} ms  ${event.type}  ${event.id}`;
  return isOnly ? line : `${line}  ${new URL(url).pathname}`;
}

/** Events since the last run, oldest first. The last one may be older than the 30 days for which events are kept. */
async function newEvents(service: Service, progress: Progress, warn: Warn) {
  const latest = async () => (await service.listener()).latest_event;
  const events = await since(progress, service.eventsAfter, latest, "events", warn);
  return events.filter(({ id }) => !progress.isDone(id));
}

/** Reads replays, if the key may: a restricted key needs `deliveries:read`. */
async function replaysOf(service: Service, progress: Progress, resumed: boolean, warn: Warn) {
  try {
    if (!resumed || !progress.load()) progress.beginAfter(await service.latestReplay());
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "key_scope") throw error;
    warn(`Replays are not forwarded: ${error.message}`);
    return async () => [];
  }
  return () => newReplays(service, progress, warn);
}

type Replayed = { event: EventBody | null; deliveries: string[]; endpoints: Set<string> };

/** Replays since the last read, oldest first. A replay to several endpoints is one: it is one event for this address. */
async function newReplays(service: Service, progress: Progress, warn: Warn): Promise<Replayed[]> {
  const found = await since(progress, service.replaysAfter, service.latestReplay, "replays", warn);
  const replays = new Map<string, Replayed>();
  for (const { id, event, endpoint } of found) {
    if (progress.isDone(id)) continue;
    const isKept = typeof event !== "string";
    const key = isKept ? event.id : event;
    const { deliveries, endpoints } = replays.get(key) ?? { deliveries: [], endpoints: [] };
    replays.set(key, {
      event: isKept ? event : null,
      deliveries: [...deliveries, id],
      endpoints: new Set([...endpoints, endpoint]),
    });
  }
  return [...replays.values()];
}

/** What was made after the anchor. If that was deleted, begins again after the latest one. */
async function since<T>(
  progress: Progress,
  after: (anchor: string | null) => Promise<T[]>,
  latest: () => Promise<string | null>,
  what: string,
  warn: Warn,
): Promise<T[]> {
  try {
    return await after(progress.anchor);
  } catch (error) {
    if (!(error instanceof Refused) || error.param !== "ending_before") throw error;
    warn(`The next ${what} were deleted after 30 days. Starting with new ${what}.`);
    progress.beginAfter(await latest());
    return [];
  }
}
