/** The only place that reads the time, so that tests can move it. */
export type Clock = { nowMs(): number };

const systemClock: Clock = { nowMs: () => Date.now() };
let current: Clock = systemClock;

/** Milliseconds since the Unix epoch. */
export function nowMs(): number {
  return current.nowMs();
}

export function now(): Date {
  return new Date(current.nowMs());
}

/** The moment `ms` milliseconds after the Unix epoch: a conversion, not a reading of the time. */
export function at(ms: number): Date {
  return new Date(ms);
}

/** Replaces the clock of this process; returns the call that puts the system's back. */
export function useClock(clock: Clock): () => void {
  current = clock;
  return () => {
    current = systemClock;
  };
}

/** `2026-04-12T09:31:07Z`: ISO 8601 in UTC, whole seconds (service.md §1). */
export function toIsoSeconds(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
