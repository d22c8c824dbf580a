import { EVENT_TYPES, type RetryClass } from "#lib/domain/events/index.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";

const minutes = (...spacings: number[]) => spacings.map((each) => each * MINUTE_MS);

/** Time from a failed attempt to the next one, per class (service.md §6). The first dispatch is
 *  immediate and not in here: a ladder of six makes seven attempts (decisions §1). */
export const RETRY_LADDERS: Readonly<Record<RetryClass, readonly number[]>> = {
  payment: minutes(1, 5, 30, 120, 360, 720),
  payout: minutes(1, 15, 60, 240),
  settlement: minutes(5, 60, 360),
};

/** A spacing is never shortened, and lengthened by at most this share of it … */
const JITTER_SHARE = 0.02;
/** … and at most this long, so that a recovering server is not met by all of them at once. */
const JITTER_CAP_MS = MINUTE_MS;

/** The spacings between the attempts of an event of this type. */
export function ladderOf(eventType: string): readonly number[] {
  const known: Readonly<Record<string, RetryClass>> = EVENT_TYPES;
  return RETRY_LADDERS[known[eventType] ?? "payment"];
}

/** How often an event of this type is sent at most, the first time included. */
export function attemptsOf(eventType: string): number {
  return ladderOf(eventType).length + 1;
}

/** Milliseconds from the end of attempt `number` to the next, or null when it was the last one.
 *  `random` is in [0, 1). */
export function retryDelayMs(eventType: string, number: number, random: number): number | null {
  const spacing = ladderOf(eventType)[number - 1];
  if (spacing === undefined) return null;
  return spacing + Math.round(random * Math.min(spacing * JITTER_SHARE, JITTER_CAP_MS));
}
