// Forwards an account's events to a local address, signed like deliveries. Uses only the public API.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#lib/kernel/env.ts";
import { forward } from "./listen/forward.ts";
import { type ListenOptions, parseOptions, USAGE, wants } from "./listen/options.ts";
import { Progress } from "./listen/progress.ts";
import { connect, type EventBody, Refused, type Service } from "./listen/service.ts";
import { answerHelp, UsageError } from "./usage.ts";

const POLL_MS = 500;

const say = (line: string) => process.stdout.write(`${line}\n`);
const warn = (line: string) => process.stderr.write(`${line}\n`);

async function listen(options: ListenOptions, signal: AbortSignal): Promise<void> {
  const service = connect({
    ...options,
    signal,
    onTrouble: (why) => warn(`${options.url} cannot be reached (${why}); retrying …`),
    onRecovered: () => warn(`${options.url} can be reached again.`),
  });
  const { account, secret, latest_event: latest } = await service.listener();
  const send = (event: EventBody) => forwardOne(event, { options, secret, signal });
  if (options.resend !== null) {
    say(await send(await service.event(options.resend)));
    return;
  }
  const path = join(env.dataDir, "listen", `${account}-${options.mode}`);
  const events = new Progress(`${path}.json`);
  const replays = new Progress(`${path}-replays.json`);
  const resumed = !options.fresh && events.load();
  if (!resumed) events.beginAfter(latest);
  const readReplays = await replaysOf(service, replays, resumed);
  say(`Forwarding events of ${account} in ${options.mode} mode to ${options.forwardTo}`);
  say(`Signing secret: ${secret}`);
  say(resumed ? "Resuming where it stopped." : "Starting with new events.");
  for (let turn = 0; ; turn++) {
    for (const event of await newEvents(service, events)) {
      const line = wants(options.events, event.type) ? await send(event) : "";
      // Saved before it is printed, because a reader of the line may end this process.
      events.markDone(event.id);
      if (line) say(line);
    }
    // Once a second: three lists a second leave most of a test account's ten to others.
    for (const { event, deliveries } of turn % 2 === 0 ? await readReplays() : []) {
      const line = event && wants(options.events, event.type) ? await send(event) : "";
      for (const id of deliveries) replays.markDone(id);
      if (line) say(`${line}  replay`);
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

type Target = { options: ListenOptions; secret: string; signal: AbortSignal };

/** Sends an event and returns the line that tells the response. */
async function forwardOne(event: EventBody, { options, secret, signal }: Target): Promise<string> {
  const { forwardTo: url } = options;
  const onWaiting = (why: string) => warn(`${url} cannot be reached (${why}); retrying …`);
  const { outcome, ms } = await forward(event, { url, secret, signal, onWaiting });
  return `${outcome}  ${ms} ms  ${event.type}  ${event.id}`;
}

/** Events since the last run, oldest first. The last one may be older than the 30 days for which events are kept. */
async function newEvents(service: Service, progress: Progress) {
  const latest = async () => (await service.listener()).latest_event;
  const events = await since(progress, service.eventsAfter, latest, "events");
  return events.filter(({ id }) => !progress.isDone(id));
}

/** Reads replays, if the key may: a restricted key needs `deliveries:read`. */
async function replaysOf(service: Service, progress: Progress, resumed: boolean) {
  try {
    if (!resumed || !progress.load()) progress.beginAfter(await service.latestReplay());
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "key_scope") throw error;
    warn(`Replays are not forwarded: ${error.message}`);
    return async () => [];
  }
  return () => newReplays(service, progress);
}

type Replayed = { event: EventBody | null; deliveries: string[] };

/** Replays since the last read, oldest first. A replay to several endpoints is one: it is one event for this address. */
async function newReplays(service: Service, progress: Progress): Promise<Replayed[]> {
  const found = await since(progress, service.replaysAfter, service.latestReplay, "replays");
  const replays = new Map<string, Replayed>();
  for (const { id, event } of found) {
    if (progress.isDone(id)) continue;
    const isKept = typeof event !== "string";
    const key = isKept ? event.id : event;
    const { deliveries } = replays.get(key) ?? { deliveries: [] };
    replays.set(key, { event: isKept ? event : null, deliveries: [...deliveries, id] });
  }
  return [...replays.values()];
}

/** What was made after the anchor. If that was deleted, begins again after the latest one. */
async function since<T>(
  progress: Progress,
  after: (anchor: string | null) => Promise<T[]>,
  latest: () => Promise<string | null>,
  what: string,
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

answerHelp(USAGE);

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => stop.abort());
}

try {
  const defaults = { key: env.apiKey, url: env.publicUrl };
  await listen(parseOptions(process.argv.slice(2), defaults), stop.signal);
} catch (error) {
  if (stop.signal.aborted) {
    say("Stopped.");
  } else if (error instanceof UsageError) {
    warn(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else {
    warn(error instanceof Refused ? `The service refused: ${error.message}` : String(error));
    process.exitCode = 1;
  }
}
