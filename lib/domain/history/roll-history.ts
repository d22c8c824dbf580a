import { HISTORY_DAYS } from "#lib/domain/events/index.ts";
import { isClockTrusted, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import * as store from "./store.ts";

/** Longer than history is shown, so that a replay of the oldest event finds it on every retry. */
const KEEP_DAYS = HISTORY_DAYS + 2;
const DAYS_AHEAD = 7;

/** Drops the partitions of events, deliveries and logged requests that are past their 30 days, unless something in
 *  them is still to be delivered. Returns the names of the dropped partitions. Drops none while this process's clock
 *  is wrong. */
export async function dropOldHistory(): Promise<string[]> {
  return isClockTrusted() ? await store.dropPartitions(KEEP_DAYS) : [];
}

const ROOM_CHECKED_EVERY_MS = 10 * MINUTE_MS;
let roomCheckedMs = Number.NEGATIVE_INFINITY;

/**
 * Makes room for the coming days' events and deliveries, without which no payment could be written.
 * Every process that writes events calls it often, so that none depends on another's being alive, nor
 * on timers: after a machine slept for weeks the clock has moved on and they have not. Asks the
 * database every ten minutes at most.
 */
export async function createUpcomingPartitions(): Promise<void> {
  const ms = nowMs();
  if (Math.abs(ms - roomCheckedMs) < ROOM_CHECKED_EVERY_MS) return;
  await store.makePartitions({ nowMs: ms, daysAhead: DAYS_AHEAD });
  roomCheckedMs = ms;
}
