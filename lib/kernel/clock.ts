/** A source of the time. Only this file reads the time, so that tests can replace it. */
export type Clock = { nowMs(): number };

/** One reading of the database's clock. `askedAt` and `answeredAt` are moments of `performance.now()`. */
export type ClockReading = { databaseMs: number; askedAt: number; answeredAt: number };

/** Two clocks drift apart by less than this share of the elapsed time. */
const DRIFT = 0.0005;

/** The database's time at the moment `at` of `performance.now()`, at most `errorMs` wrong. */
let anchor: { databaseMs: number; at: number; errorMs: number } | null = null;

/**
 * The database's time, once this process has read it (`followDatabaseClock`); the system's time before. Between
 * readings `performance.now()` counts on, so a step of the system's clock changes nothing here.
 */
const trustedClock: Clock = {
  nowMs: () =>
    anchor ? Math.floor(anchor.databaseMs + performance.now() - anchor.at) : Date.now(),
};

/** Applies a reading of the database's clock. Assumes that the database read it halfway through the round trip, so the
 *  error is at most half the round trip. Ignores a slow round trip when the last reading is still more exact and both
 *  agree. */
export function followReading({ databaseMs, askedAt, answeredAt }: ClockReading): void {
  const errorMs = (answeredAt - askedAt) / 2;
  const at = askedAt + errorMs;
  if (anchor) {
    const passedMs = at - anchor.at;
    const agedErrorMs = anchor.errorMs + passedMs * DRIFT;
    const apartMs = Math.abs(anchor.databaseMs + passedMs - databaseMs);
    if (errorMs > agedErrorMs && apartMs <= errorMs + agedErrorMs) return;
  }
  anchor = { databaseMs, at, errorMs };
}

/** Milliseconds that the system's clock is ahead of the database's (negative: behind); 0 before the first reading. */
export function systemAheadMs(): number {
  return anchor ? Date.now() - trustedClock.nowMs() : 0;
}

/** Largest trusted difference from the database's clock. Beyond it the process is not ready and deletes nothing by age. */
const MOST_APART_MS = 30_000;

export function isClockTrusted(): boolean {
  return Math.abs(systemAheadMs()) <= MOST_APART_MS;
}

let current: Clock = trustedClock;

/** Milliseconds since the Unix epoch, by the database's clock (`trustedClock`). */
export function nowMs(): number {
  return current.nowMs();
}

export function now(): Date {
  return new Date(current.nowMs());
}

/** The moment `ms` milliseconds after the Unix epoch: a conversion, not a reading of the time. */
export function dateFromMs(ms: number): Date {
  return new Date(ms);
}

/** Replaces the clock of this process, for tests; returns a function that restores the trusted clock. */
export function useClock(clock: Clock): () => void {
  current = clock;
  return () => {
    current = trustedClock;
  };
}

/** `2026-04-12T09:31:07Z`: ISO 8601 in UTC, whole seconds (service.md §1). */
export function toIsoSeconds(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

/** A moment rounded down to the whole second, as it is shown. */
export function secondOf(moment: Date): Date {
  return dateFromMs(moment.getTime() - moment.getUTCMilliseconds());
}

/** A moment rounded up to the whole second. */
export function secondFrom(moment: Date): Date {
  return moment.getUTCMilliseconds() === 0 ? moment : secondAfter(moment);
}

/** The first whole second after a moment, at most the last millisecond of the year 9999: PostgreSQL does not parse later
 *  ones as JavaScript writes them. */
export function secondAfter(moment: Date): Date {
  return dateFromMs(Math.min(secondOf(moment).getTime() + SECOND_MS, LAST_MS));
}

const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
