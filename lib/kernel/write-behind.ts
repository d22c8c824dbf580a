import { log } from "./log.ts";

/**
 * Writing that is off the hot path: what was noted in memory is written on a timer, one write at a time.
 * `soon` asks for a write within `everyMs` and never waits or fails; `now` writes what is noted so far, after
 * any write under way, and throws what `write` throws. A failed write on the timer is told with `complaint` and
 * tried again after `retryMs`; `write` itself keeps what it could not write.
 */
export function writeBehind(behind: {
  everyMs: number;
  retryMs: number;
  write: () => Promise<void>;
  complaint: string;
}): { soon: () => void; now: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const soon = (ms = behind.everyMs) => {
    timer ??= setTimeout(onTimer, ms).unref();
  };
  const now = async () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.catch(() => {}).then(behind.write);
    await writing;
  };
  const onTimer = () => {
    now().catch((error) => {
      log.warn(behind.complaint, { error });
      soon(behind.retryMs);
    });
  };
  return { soon: () => soon(), now };
}
