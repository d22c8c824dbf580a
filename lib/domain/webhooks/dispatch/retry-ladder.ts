import { EVENT_TYPES, type RetryClass } from "#lib/domain/events/index.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";

const minutes = (...spacings: number[]) => spacings.map((each) => each * MINUTE_MS);

/** Waits between the attempts of a delivery, per class (service.md §6). The first attempt is immediate, so a
 *  ladder of six waits makes seven attempts (decisions §1). */
export const RETRY_LADDERS: Readonly<Record<RetryClass, readonly number[]>> = {
  payment: minutes(1, 5, 30, 120, 360, 720),
  payout: minutes(1, 15, 60, 240),
  settlement: minutes(5, 60, 360),
};

/** A wait is lengthened by a random part of at most this share and `JITTER_CAP_MS`, never shortened: a
 *  recovering server does not get every retry in the same second. */
const JITTER_SHARE = 0.02;
const JITTER_CAP_MS = MINUTE_MS;

/** The waits between the attempts of an event of this type. */
export function ladderOf(eventType: string): readonly number[] {
  const known: Readonly<Record<string, RetryClass>> = EVENT_TYPES;
  return RETRY_LADDERS[known[eventType] ?? "payment"];
}

/** Attempts of an event of this type at most, including the first. */
export function attemptsOf(eventType: string): number {
  return ladderOf(eventType).length + 1;
}

/** Milliseconds from the end of attempt `number` to the next, or null after the last. `random` is in [0, 1). */
export function retryDelayMs(eventType: string, number: number, random: number): number | null {
  const spacing = ladderOf(eventType)[number - 1];
  if (spacing === undefined) return null;
  return spacing + Math.round(random * Math.min(spacing * JITTER_SHARE, JITTER_CAP_MS));
}
