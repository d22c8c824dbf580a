import { nowMs } from "#lib/kernel/clock.ts";
import * as store from "./store.ts";

/** Days that can be read and replayed (service.md §6). */
export const HISTORY_DAYS = 30;

/** Longer than history is shown, so that a replay of the oldest event finds it on every retry. */
const KEEP_DAYS = HISTORY_DAYS + 2;
const DAYS_AHEAD = 7;

/** Makes room for the coming days' events and deliveries and drops those past their 30 days, by
 *  whole partitions. Answers the names of what was dropped. */
export async function rollHistory(): Promise<string[]> {
  return await store.rollPartitions({
    nowMs: nowMs(),
    daysAhead: DAYS_AHEAD,
    keepDays: KEEP_DAYS,
  });
}
