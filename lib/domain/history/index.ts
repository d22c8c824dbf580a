// Creates and drops daily partitions as the table owner. Only background loops may import this, not code that answers
// requests (`tidy.test.ts`).

import { HISTORY_DAYS } from "#lib/domain/events/index.ts";
import { isClockTrusted, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import * as store from "./store.ts";

/** History is kept two days longer than it is shown, so that retries of a replay still find the oldest event. */
const GRACE_DAYS = 2;
const DAYS_AHEAD = 7;

/** Drops the partitions of events, deliveries and logged requests that are past their days, unless something in
 *  them is still to be delivered. Returns the names of the dropped partitions. Drops none while this process's clock
 *  is wrong. */
export async function dropOldHistory(): Promise<string[]> {
  if (!isClockTrusted()) return [];
  return await store.dropPartitions({
    keepDays: HISTORY_DAYS + GRACE_DAYS,
    requestDays: env.keptDays.requests + GRACE_DAYS,
  });
}

const CHECK_INTERVAL_MS = 10 * MINUTE_MS;
let checkedMs = Number.NEGATIVE_INFINITY;

/**
 * Creates the partitions of the next 7 days, without which no event, and so no payment, could be written. Every process
 * that writes events calls it often, so that none depends on another process or on timers, which stand still while a
 * machine sleeps. Asks the database at most every 10 minutes.
 */
export async function createUpcomingPartitions(): Promise<void> {
  const ms = nowMs();
  if (Math.abs(ms - checkedMs) < CHECK_INTERVAL_MS) return;
  await store.makePartitions({ nowMs: ms, daysAhead: DAYS_AHEAD });
  checkedMs = ms;
}
