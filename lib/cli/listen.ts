// Forwards an account's events to a local address, signed like deliveries. Uses only the public API.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#lib/kernel/env.ts";
import { forward } from "./listen/forward.ts";
import { type ListenOptions, parseOptions, USAGE, wants } from "./listen/options.ts";
import { Progress } from "./listen/progress.ts";
import { connect, Refused } from "./listen/service.ts";
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
  const progress = new Progress(join(env.dataDir, "listen", `${account}-${options.mode}.json`));
  const resumed = !options.fresh && progress.load();
  if (!resumed) progress.beginAfter(latest);
  say(`Forwarding events of ${account} in ${options.mode} mode to ${options.forwardTo}`);
  say(`Signing secret: ${secret}`);
  say(resumed ? "Resuming where it stopped." : "Starting with new events.");
  for (;;) {
    for (const event of await newEvents(service, progress)) {
      let line = "";
      if (wants(options.events, event.type)) {
        const { outcome, ms } = await forward(event, {
          url: options.forwardTo,
          secret,
          signal,
          onWaiting: (why) => warn(`${options.forwardTo} cannot be reached (${why}); retrying …`),
        });
        line = `${outcome}  ${ms} ms  ${event.type}  ${event.id}`;
      }
      // Saved before it is printed, because a reader of the line may end this process.
      progress.markDone(event.id);
      if (line) say(line);
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** Events since the last run, oldest first. The last one may be older than the 30 days for which events are kept. */
async function newEvents(service: ReturnType<typeof connect>, progress: Progress) {
  try {
    const events = await service.eventsAfter(progress.anchor);
    return events.filter(({ id }) => !progress.isDone(id));
  } catch (error) {
    if (!(error instanceof Refused) || error.param !== "ending_before") throw error;
    warn("The next events were deleted after 30 days. Starting with new events.");
    progress.beginAfter((await service.listener()).latest_event);
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
