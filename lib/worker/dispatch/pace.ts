import { backOffMs } from "#lib/kernel/trouble.ts";

const POLL_MS = 250;
/** While polls are to be seldom, each fourth looks. */
const SELDOM = 4;
/** The longest pause while the database does not answer. */
const LONGEST_PAUSE_MS = 2_000;

export type Round = {
  pauseMs: number;
  /** More is due: the next round follows the pause without a notification or a poll. */
  again: boolean;
};

export type Pace = {
  /** Runs a round now, or after the round or pause that is under way. */
  wake(): void;
  endPause(): void;
  /** Starts no more rounds. Resolves when the one that runs has ended. */
  stop(): Promise<void>;
};

/** The pause after so many failures in a row, in ms: 250 after the first, doubled up to 2 s. */
export const backOff = (failures: number) =>
  failures === 0 ? 0 : backOffMs(failures, POLL_MS, LONGEST_PAUSE_MS);

/** Runs rounds one at a time with a pause after each: when woken, and every 250 ms or, while `isSeldom`, every second. Rounds that
 *  fail are followed by longer pauses. */
export function createPace(options: {
  round: () => Promise<Round>;
  /** A round would find a free slot. */
  mayRun: () => boolean;
  isSeldom: () => boolean;
  onFailure: (error: unknown) => void;
}): Pace {
  const { round, mayRun, onFailure } = options;
  let stopped = false;
  let wanted = false;
  let failures = 0;
  let running: Promise<void> | undefined;
  let pausing: NodeJS.Timeout | undefined;

  const pause = (ms: number) => {
    pausing = setTimeout(() => {
      pausing = undefined;
      if (wanted) wake();
    }, ms);
  };
  const endPause = () => {
    clearTimeout(pausing);
    pausing = undefined;
  };
  const run = async () => {
    wanted = false;
    try {
      const { pauseMs, again } = await round();
      if (again) wanted = true;
      failures = 0;
      pause(pauseMs);
    } catch (error) {
      onFailure(error);
      pause(backOff(++failures));
    } finally {
      running = undefined;
    }
  };
  const wake = () => {
    wanted = true;
    if (stopped || running || pausing || !mayRun()) return;
    running = run();
  };

  let polls = 0;
  const timer = setInterval(() => {
    if (++polls % SELDOM === 0 || failures > 0 || !options.isSeldom()) wake();
  }, POLL_MS);
  return {
    wake,
    endPause,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      endPause();
      await running;
      // The last round began another pause.
      endPause();
    },
  };
}
