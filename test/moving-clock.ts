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

/** Node arguments that shift a process's system clock by this duration (back if negative). The monotonic clock
 *  is unchanged, as on a machine with a wrong time. */
export function shiftedClock(aheadMs: number): string[] {
  const code = `
    const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...args) { args.length === 0 ? super(Real.now() + ${aheadMs}) : super(...args); }
      static now() { return Real.now() + ${aheadMs}; }
    };`;
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
}
