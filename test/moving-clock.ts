import { nowMs, useClock } from "#lib/kernel/clock.ts";

export type MovingClock = {
  /** Lets the time run ahead by so much; it goes on running from there. */
  advance(ms: number): void;
  putBack(): void;
};

/** This process's clock, running as before, but movable ahead. */
export function moveClock(): MovingClock {
  let ahead = 0;
  const startMs = nowMs();
  const started = performance.now();
  const putBack = useClock({
    nowMs: () => startMs + ahead + Math.floor(performance.now() - started),
  });
  return {
    advance: (ms) => {
      ahead += ms;
    },
    putBack,
  };
}
