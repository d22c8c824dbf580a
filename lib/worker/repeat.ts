import { SECOND_MS } from "#lib/kernel/clock.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";

const FIRST_PAUSE_MS = SECOND_MS / 2;
const LONGEST_PAUSE_MS = 5 * SECOND_MS;

export type Loop = {
  /** Ends after the round that is running. */
  stop(): Promise<void>;
};

/** Does `work` every `everyMs`, the first time at once, one round at a time. A round that fails is
 *  logged and tried again, soon at first (an hour is too long after a moment's trouble) and then ever
 *  later, at most five seconds apart. */
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
      if (!stopped) logTrouble(`${name} failed and is tried again`, error);
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
