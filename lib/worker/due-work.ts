import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import {
  type DueTask,
  type DueWork,
  ownerKey,
  ROWS_PER_TURN,
  type Rotation,
} from "#lib/kernel/due-work.ts";
import { type Loop, repeat } from "./repeat.ts";

/** Turns of one kind of work that run at a time. An owner whose rail does not answer occupies one of them. */
export const TURNS_AT_ONCE = 4;
const POLL_MS = SECOND_MS;

/**
 * Does the due work of one kind for all accounts in rotation. Each kind has its own loop, so a slow rail for payouts
 * delays no refund. An owner (an account in one mode) gets one turn of `ROWS_PER_TURN` rows, then the next owner does.
 * `stop` waits for the running turns.
 */
export function startDueWork(work: DueWork): Loop {
  const rotation: Rotation = { last: null };
  const stopping = new AbortController();
  const loop = repeat(work.name, POLL_MS, () => finishInTurns(work, rotation, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await loop.stop();
    },
  };
}

/** Runs turns until nothing is due or `signal` aborts. Claims more when a turn ends, and every second while turns take
 *  longer. Resolves after the running turns. */
export async function finishInTurns(
  work: DueWork,
  rotation: Rotation = { last: null },
  signal?: AbortSignal,
): Promise<void> {
  const running = new Map<string, Promise<unknown>>();
  const start = (key: string, tasks: readonly DueTask[]) => {
    const turn = Promise.all(tasks.map((task) => task.run()));
    running.set(
      key,
      turn.finally(() => running.delete(key)),
    );
  };
  try {
    while (!signal?.aborted) {
      const tasks = await claim(work, rotation, running);
      for (const [key, own] of Map.groupBy(tasks, ownerKey)) start(key, own);
      if (running.size === 0) return;
      await firstOf(running.values());
    }
  } finally {
    await Promise.all(running.values());
  }
}

const claim = (work: DueWork, rotation: Rotation, running: ReadonlyMap<string, unknown>) =>
  work.claimTurns({
    rotation,
    turns: TURNS_AT_ONCE - running.size,
    perTurn: ROWS_PER_TURN,
    passOver: new Set(running.keys()),
  });

/** Resolves when one of the turns does, or after `POLL_MS`. */
async function firstOf(turns: Iterable<Promise<unknown>>): Promise<void> {
  const waiting = new AbortController();
  const poll = sleep(POLL_MS, undefined, { signal: waiting.signal }).catch(() => {});
  await Promise.race([...turns, poll]);
  waiting.abort();
}
