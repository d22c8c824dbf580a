import {
  advanceReplay,
  listDueReplays,
  listenForReplays,
  PACE,
  type PaceRules,
} from "#lib/domain/replays/index.ts";
import { forEachConcurrently } from "#lib/kernel/concurrency.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";
import type { Loop } from "./repeat.ts";

const POLL_MS = 1_000;
/** Poll interval while replays are due. */
const TICK_MS = 100;
const LISTED_AT_ONCE = 32;
/** Steps at a time. A step of a large replay takes a second. */
const STEPS_AT_ONCE = 2;

/**
 * Advances range replays step by step; accounts take turns. Notifications wake it, and it polls every second. Any number
 * of workers may run: a step is one transaction that locks its replay, so a worker that dies leaves nothing half done
 * and no lease to wait for. `stop` waits for the running steps.
 */
export function startReplays(options: { rules?: Partial<PaceRules> } = {}): Loop {
  const rules = { ...PACE, ...options.rules };
  let stopped = false;
  let wanted = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  /** Returns whether any replay was due. */
  const round = async (): Promise<boolean> => {
    const due = await listDueReplays(LISTED_AT_ONCE);
    await forEachConcurrently(STEPS_AT_ONCE, due, async (key) => {
      if (stopped) return;
      try {
        await advanceReplay(key, rules);
      } catch (error) {
        // A replay that fails must not stop the others.
        logTrouble("replay could not be advanced, retrying", error, { replay: key.id });
      }
    });
    return due.length > 0;
  };

  const wake = () => {
    wanted = true;
    if (stopped || running) return;
    clearTimeout(timer);
    wanted = false;
    running = round()
      .catch((error) => {
        logTrouble("due replays could not be listed", error);
        return false;
      })
      .then((busy) => {
        running = undefined;
        if (stopped) return;
        if (wanted) wake();
        else timer = setTimeout(wake, busy ? TICK_MS : POLL_MS);
      });
  };

  const unlisten = listenForReplays(wake);
  wake();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
      await unlisten();
    },
  };
}
