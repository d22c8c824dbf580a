import { SECOND_MS } from "#lib/kernel/clock.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";

const FIRST_PAUSE_MS = SECOND_MS / 2;
const LONGEST_PAUSE_MS = 2 * SECOND_MS;

export type Loop = {
  /** Resolves after the running round; no other starts. */
  stop(): Promise<void>;
};

/** Runs `work` now and then every `everyMs`, one round at a time. A failed round is logged and retried after 0.5 s,
 *  doubling up to 2 s: an hourly loop must not lose an hour to a short outage. */
export function repeat(name: string, everyMs: number, work: () => Promise<unknown>): Loop {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let failures = 0;
  const round = async () => {
    let pauseMs = everyMs;
    try {
      await work();
      failures = 0;
    } catch (error) {
      pauseMs = backOffMs(++failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      if (!stopped) logTrouble(`${name} failed, retrying`, error);
    }
    if (!stopped) timer = setTimeout(start, pauseMs);
  };
  const start = () => {
    running = round();
  };
  start();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
