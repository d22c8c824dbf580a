import { SECOND_MS } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import { COSTS } from "./cost-sql.ts";
import { OUTCOMES } from "./outcome-sql.ts";
import { PAIRING, type Pairing, pairNextWeek } from "./pairs-store.ts";
import { LAST_IMPORTED, type RunPrepared, rebuild, sumImported } from "./rebuild-store.ts";
import { hasNewFacts, rollNext } from "./roll-store.ts";
import type { RollupSql } from "./rollup-sql.ts";

/** A run costs about 80 ms of database time plus 30 µs per payment (measured). */
export const ROLL_EVERY_MS = 10 * SECOND_MS;

const ROLLUPS: readonly RollupSql[] = [OUTCOMES, COSTS];

/**
 * Adds new facts to the rollups (docs/decisions/0024), and sums an old week by pairs (docs/decisions/0054). Any number of workers may call it; one works, the others return.
 * Reads are exact whether or not it runs, but the longer it has not run, the more facts they sum themselves.
 */
export async function rollUp(): Promise<void> {
  for (const rollup of ROLLUPS) {
    for (let more = await hasNewFacts(rollup); more; ) {
      const rolled = await rollNext(rollup);
      more = rolled !== null && rolled !== "foreign" && rolled.more;
      if (rolled === "foreign") {
        log.warn("the database came from a dump: rebuilding a rollup", { rollup: rollup.name });
        await rebuild(rollup, () => {});
      }
    }
    await pairNextWeek(rollup, PAIRING);
  }
}

/** Sums all weeks that are due by pairs, unless another process works on a rollup. `rollUp` does one at a time. */
export async function pairOldWeeks(pairing: Pairing = PAIRING): Promise<void> {
  for (const rollup of ROLLUPS) {
    for (let more = true; more; ) more = await pairNextWeek(rollup, pairing);
  }
}

/** Rebuilds all rollups from their facts. Traffic can continue. */
export async function rebuildRollups(
  onProgress: (rollup: string, facts: number) => void = () => {},
): Promise<void> {
  for (const rollup of ROLLUPS) {
    await rebuild(rollup, (facts) => onProgress(rollup.name, facts));
  }
}

/** The highest `tx_id` of imported facts. */
export { LAST_IMPORTED };

/**
 * Sums the imported facts (`tx_id` up to `LAST_IMPORTED`) of an account without sums, in the transaction that imported
 * them. Waits for a running rollup and blocks others until the transaction ends.
 */
export async function sumImportedFacts(run: RunPrepared, accountId: string): Promise<void> {
  for (const rollup of ROLLUPS) await sumImported(run, rollup, accountId);
}
