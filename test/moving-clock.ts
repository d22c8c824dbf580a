import { nowMs, useClock } from "#lib/kernel/clock.ts";

export type MovingClock = {
  /** Advances the clock by this duration; it continues from there. */
  advance(ms: number): void;
  putBack(): void;
};

/** This process's clock, which runs normally and can be advanced. */
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
