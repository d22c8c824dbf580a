import { SECOND_MS } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import { COSTS } from "./cost-sql.ts";
import { OUTCOMES } from "./outcome-sql.ts";
import { LAST_IMPORTED, type RunPrepared, rebuild, sumImported } from "./rebuild-store.ts";
import { hasNews, rollNext } from "./roll-store.ts";
import type { RollupSql } from "./rollup-sql.ts";

/** How often it is worth it: a round costs some 80 ms of the database's time, whatever it sums, and 30 µs for each
 *  payment. */
export const ROLL_EVERY_MS = 10 * SECOND_MS;

const ROLLUPS: readonly RollupSql[] = [OUTCOMES, COSTS];

/**
 * Brings the rollups up to what has been written (docs/decisions/0024). Any number of workers may call
 * it: one of them works, the others pass. Reads are exact whether or not it runs; the longer it did not,
 * the more they have to add up themselves.
 */
export async function rollUp(): Promise<void> {
  for (const rollup of ROLLUPS) {
    for (let more = await hasNews(rollup); more; ) {
      const rolled = await rollNext(rollup);
      more = rolled !== null && rolled !== "foreign" && rolled.more;
      if (rolled === "foreign") {
        log.warn("the database came from a dump: a rollup is made anew", { rollup: rollup.name });
        await rebuild(rollup, () => {});
      }
    }
  }
}

/** Makes all rollups anew from their facts, beside the traffic. */
export async function rebuildRollups(
  onProgress: (rollup: string, facts: number) => void = () => {},
): Promise<void> {
  for (const rollup of ROLLUPS) {
    await rebuild(rollup, (facts) => onProgress(rollup.name, facts));
  }
}

/** The highest number (`tx_id`) that imported facts may bear. */
export { LAST_IMPORTED };

/**
 * Sums the facts of an account that were imported into it, in the transaction that did so: they bear
 * numbers up to `LAST_IMPORTED`, and the account has no sums yet. Waits for whoever is rolling, and lets
 * nobody else roll until the transaction ends.
 */
export async function sumImportedFacts(run: RunPrepared, accountId: string): Promise<void> {
  for (const rollup of ROLLUPS) await sumImported(run, rollup, accountId);
}
