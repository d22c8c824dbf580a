import {
  advanceReplay,
  listDueReplays,
  listenForReplays,
  PACE,
  type PaceRules,
} from "#lib/domain/replays/index.ts";
import { inLanes } from "#lib/kernel/lanes.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";
import type { Loop } from "./repeat.ts";

const POLL_MS = 1_000;
/** While a replay is under way: its pace is set that often. */
const TICK_MS = 100;
const LISTED_AT_ONCE = 32;
/** Steps at the same time. A step of a large replay takes a second. */
const LANES = 2;

/**
 * Advances replays of ranges, a step of each at a time, accounts in turns. Hears of new ones by notification and polls
 * as well. Any number of workers may run: a step is one transaction that holds its replay's row, so a
 * worker that dies leaves nothing half done and nothing to wait for. `stop` ends after the step that is
 * under way.
 */
export function startReplays(options: { rules?: Partial<PaceRules> } = {}): Loop {
  const rules = { ...PACE, ...options.rules };
  let stopped = false;
  let wanted = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  /** Answers whether there was anything to do. */
  const round = async (): Promise<boolean> => {
    const due = await listDueReplays(LISTED_AT_ONCE);
    await inLanes(LANES, due, async (key) => {
      if (stopped) return;
      try {
        await advanceReplay(key, rules);
      } catch (error) {
        // One that fails must not hold up the others.
        logTrouble("a replay could not be advanced and is tried again", error, { replay: key.id });
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
        logTrouble("replays could not be looked up", error);
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
