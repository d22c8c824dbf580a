import { log } from "./log.ts";

/**
 * Writes data collected in memory on a timer, off the request's path, one write at a time. `soon` schedules a write
 * within `everyMs` and never waits or throws. `now` writes after a running write and throws what `write` throws. When a
 * write on the timer fails, `complaint` is logged and the write is retried after `retryMs`; `write` itself must keep what
 * it could not write.
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
