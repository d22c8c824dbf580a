/** The only place that reads the time, so that tests can move it. */
export type Clock = { nowMs(): number };

/** One reading of the database's clock. `askedAt` and `answeredAt` are moments of `performance.now()`. */
export type ClockReading = { databaseMs: number; askedAt: number; answeredAt: number };

/** Two clocks drift apart by less than this share of the time that passes. */
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

/** Takes over a reading of the database's clock. The answer left the database halfway between question and answer,
 *  give or take half the round trip. A slow round trip is ignored when the last reading is still more exact and the
 *  two agree. */
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

/** How far the system's clock is ahead of the database's, in milliseconds (negative: behind); 0 before the first
 *  reading. */
export function systemAheadMs(): number {
  return anchor ? Date.now() - trustedClock.nowMs() : 0;
}

/** The system's clock may be this far from the database's. Beyond, the process is not ready and deletes nothing that
 *  is due for deletion by its age. */
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

/** Replaces the clock of this process, for tests; returns the call that puts the trusted clock back. */
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

/** The whole second that a moment is shown as. */
export function secondOf(moment: Date): Date {
  return dateFromMs(moment.getTime() - moment.getUTCMilliseconds());
}

/** The first whole second that is not before a moment. */
export function secondFrom(moment: Date): Date {
  return moment.getUTCMilliseconds() === 0 ? moment : secondAfter(moment);
}

/** The first whole second after a moment, or the last millisecond of the year 9999: PostgreSQL does not read the next
 *  as JavaScript writes it. */
export function secondAfter(moment: Date): Date {
  return dateFromMs(Math.min(secondOf(moment).getTime() + SECOND_MS, LAST_MS));
}

const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
