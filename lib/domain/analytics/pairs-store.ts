import { runPrepared } from "#db/client.ts";
import { transactByIndexes } from "#db/prepared.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { hasDueWeeks, leaveFewSql, nextWeekSql, pairWeekSql } from "./pairs-sql.ts";
import { BEGIN, CLAIM, TAKE_MEMORY } from "./roll-store.ts";
import type { RollupSql } from "./rollup-sql.ts";

export type Pairing = {
  /** A week is summed by pairs when it ended this long ago. Most retries of its declines have been made then. */
  afterDays: number;
  /** Weeks with fewer payments in the seven weeks around them are left alone: their kinds are read fast enough. */
  least: number;
};

export const PAIRING: Pairing = { afterDays: 3, least: 75_000 };

/** Enough for the hours of a week. */
const MEMORY = "128MB";

/**
 * Sums the oldest week that is due by pairs; one at a time, so that new facts do not wait long. It is one transaction,
 * which holds the rollup's progress, so that nothing is added to the week meanwhile. Returns whether it found a week;
 * false also if another process works on the rollup.
 */
export async function pairNextWeek(
  rollup: RollupSql,
  { afterDays, least }: Pairing,
): Promise<boolean> {
  const { name } = rollup;
  const before = dateFromMs(nowMs() - afterDays * DAY_MS);
  const [found] = await runPrepared<{ due: boolean }>(
    `analytics.due_weeks_${name}`,
    hasDueWeeks(rollup),
    [before],
  );
  if (!found!.due) return false;
  return await transactByIndexes({ unhurried: true }, async (run) => {
    await run("analytics.begin", BEGIN, [name]);
    const claimed = await run("analytics.claim", `${CLAIM} skip locked`, [name]);
    if (claimed.length === 0) return false;
    await run("analytics.memory", TAKE_MEMORY, [MEMORY]);
    await run(`analytics.leave_few_${name}`, leaveFewSql(rollup), [before, least]);
    type Week = { accountId: string; mode: string; week: Date };
    const [next] = await run<Week>(`analytics.next_week_${name}`, nextWeekSql(rollup), [before]);
    if (!next) return false;
    const to = dateFromMs(next.week.getTime() + 7 * DAY_MS);
    // Group by hashing: the planner underestimates the number of rows and would sort them.
    await run("analytics.hash", "select set_config('enable_sort', 'off', true)", []);
    const values = [next.accountId, next.mode, next.week, to];
    await run(`analytics.pair_week_${name}`, pairWeekSql(rollup), values);
    return true;
  });
}
