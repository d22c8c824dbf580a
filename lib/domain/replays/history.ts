import { HISTORY_DAYS } from "#lib/domain/events/index.ts";
import { DAY_MS, nowMs } from "#lib/kernel/clock.ts";

/** The moment before which deliveries are no longer there. */
export function oldestKeptMs(): number {
  return nowMs() - HISTORY_DAYS * DAY_MS;
}
