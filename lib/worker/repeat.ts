import { log } from "#lib/kernel/log.ts";

export type Loop = {
  /** Ends after the round that is running. */
  stop(): Promise<void>;
};

/** Does `work` every `everyMs`, the first time at once, one round at a time. A round that fails is
 *  logged and the next one comes as usual. */
export function repeat(name: string, everyMs: number, work: () => Promise<unknown>): Loop {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const round = async () => {
    try {
      await work();
    } catch (error) {
      if (!stopped) log.error(`${name} failed and is tried again`, { error });
    }
    if (!stopped) timer = setTimeout(start, everyMs);
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
