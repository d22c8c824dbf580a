import { nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { defineCounter } from "#lib/kernel/figures.ts";
import { publishReadings, type Sample } from "#lib/kernel/readings.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";

const FIRST_PAUSE_MS = SECOND_MS / 2;
const LONGEST_PAUSE_MS = 2 * SECOND_MS;

const rounds = defineCounter<"loop" | "outcome">(
  "paydesk_loop_rounds_total",
  "Rounds of this process's loops that ended or failed.",
);

/** When each running loop last ended a round, by its name. */
const ended = new Map<string, number>();

publishReadings({
  name: "paydesk_loop_last_round_timestamp_seconds",
  help: "When each running loop of this process last ended a round without a failure.",
  read: () => [...ended].map(([loop, ms]): Sample => ({ labels: { loop }, value: ms / 1_000 })),
});

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
      rounds.add({ loop: name, outcome: "ended" });
      ended.set(name, nowMs());
    } catch (error) {
      rounds.add({ loop: name, outcome: "failed" });
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
      ended.delete(name);
    },
  };
}
