import { BESIDE_INDEXES } from "#db/pool.ts";
import { type RunPrepared, transactByIndexes } from "#db/prepared.ts";
import { isSharded } from "#db/shards.ts";

import { gatheredKindsSql, keepKindsSql } from "./kinds-sql.ts";
import { gatheredWeeksSql } from "./pairs-sql.ts";
import { gatherFromShards, renumberOnShards, type Scope } from "./rebuild-shards-store.ts";
import { keepAllRetriesSql } from "./retries-sql.ts";
import { cellsSql, SLICE, writeCellsSql } from "./roll-sql.ts";
import { BEGIN, CLAIM, horizonOf, nextSql, PROGRESS, TAKE_MEMORY } from "./roll-store.ts";
import { allOrOne, columnsOf, ownFactsSql, type RollupSql, sumAgain } from "./rollup-sql.ts";

export type { RunPrepared };

/** Imported facts have a `tx_id` up to this one, below the first of any server. */
export const LAST_IMPORTED = 500;

/** Facts per statement; bounded by the memory for their sums. */
const BATCH = 500_000;
const MEMORY = "256MB";

/**
 * Rebuilds a rollup from its facts in one transaction; readers and writers are not blocked. Facts from another server's
 * dump, whose `tx_id` this server has not reached yet, are renumbered. Waits for a running rollup. Returns the number
 * of facts.
 */
export function rebuild(rollup: RollupSql, onProgress: (facts: number) => void): Promise<number> {
  return transactByIndexes({ unhurried: true }, async (run) => {
    await claim(run, rollup);
    if (isSharded()) await renumberOnShards(run, rollup, LAST_IMPORTED);
    else await run(`analytics.renumber_${rollup.name}`, renumberSql(rollup), []);
    for (const table of [rollup.table, rollup.kindSums, rollup.pairSums]) {
      await run(`analytics.empty_${table}`, `delete from ${table}`, []);
    }
    await run("analytics.empty_weeks", "delete from paired_weeks where rollup = $1", [rollup.name]);
    if (rollup.name === "outcomes") {
      await run("analytics.empty_retries", "delete from payment_retries", []);
    }
    const horizon = await horizonOf(run);
    const total = await sumAll(run, rollup, { horizon, accountId: null, onProgress });
    await run("analytics.progress", PROGRESS, [rollup.name, horizon]);
    return total;
  });
}

/**
 * Sums the imported facts (`tx_id` up to `LAST_IMPORTED`) of an account without sums, in the transaction that wrote
 * them. Locks the rollup's progress until the transaction ends.
 */
export async function sumImported(
  run: RunPrepared,
  rollup: RollupSql,
  accountId: string,
): Promise<void> {
  await claim(run, rollup);
  await sumAll(run, rollup, {
    horizon: String(LAST_IMPORTED + 1),
    accountId,
    onProgress: () => {},
  });
  await run("analytics.progress_past", PROGRESS_PAST, [rollup.name, String(LAST_IMPORTED + 1)]);
}

/** Only imported facts have such a `tx_id`, so progress that is behind them misses nothing. */
const PROGRESS_PAST =
  "update rollup_progress set rolled_to = greatest(rolled_to, $2::xid8) where rollup = $1";

async function claim(run: RunPrepared, { name }: RollupSql): Promise<void> {
  await run("analytics.begin", BEGIN, [name]);
  await run("analytics.claim_waiting", CLAIM, [name]);
}

async function sumAll(run: RunPrepared, rollup: RollupSql, scope: Scope): Promise<number> {
  const { name, table, kindSums } = rollup;
  await run("analytics.memory", TAKE_MEMORY, [MEMORY]);
  await run("", `create temp table ${name}_cells (like ${table}) on commit drop`, []);
  await run("", `create temp table ${name}_kind_cells (like ${kindSums}) on commit drop`, []);
  const gather = (changes: string) => gatherSql(rollup, changes);
  const total = isSharded()
    ? await gatherFromShards(run, rollup, { scope, gather })
    : await gatherAll(run, rollup, scope);
  // Group by hashing: the planner underestimates the number of rows and would sort them.
  await run("analytics.hash", "select set_config('enable_sort', 'off', true)", []);
  await run(`analytics.write_${name}`, writeSql(rollup), []);
  await run(`analytics.write_${kindSums}`, gatheredKindsSql(rollup), []);
  await run(`analytics.weeks_${name}`, gatheredWeeksSql(rollup), []);
  await run("analytics.sort", "select set_config('enable_sort', 'on', true)", []);
  return total;
}

/** Collects the cells of all facts; returns their number. */
async function gatherAll(run: RunPrepared, rollup: RollupSql, scope: Scope): Promise<number> {
  const { horizon, accountId, onProgress } = scope;
  const { name, corrections } = rollup;
  if (name === "outcomes") {
    await goBy(run, "hashing");
    const text = keepAllRetriesSql(allOrOne("$2"));
    await run("analytics.keep_all_retries", text, [horizon, accountId]);
  }
  await goBy(run, "indexes");
  const own = gatherSql(rollup, ownFactsSql(rollup, allOrOne("$3")));
  let total = 0;
  for (let from = "0"; ; ) {
    const values = [from, horizon, BATCH];
    const [next] = await run<{ last: string | null; facts: number }>(
      `analytics.next_${name}`,
      nextSql(rollup),
      values,
    );
    const { last, facts } = next!;
    if (last === null) break;
    await run(`analytics.gather_${name}`, own, [from, last, accountId]);
    total += facts;
    from = String(BigInt(last) + 1n);
    onProgress(total);
  }
  if (corrections) {
    const text = gatherSql(rollup, corrections(allOrOne("$1")));
    await run(`analytics.correct_${name}`, text, [accountId]);
  }
  return total;
}

/** Cells are collected in a temporary table first, so that they are inserted without a conflict check per row. */
const gatherSql = (rollup: RollupSql, changes: string) => `
  with ${changes}, ${cellsSql(rollup)},
  kept_kinds as (${keepKindsSql(rollup)})
  insert into ${rollup.name}_cells (${SLICE}, ${columnsOf(rollup)})
  select ${SLICE}, ${columnsOf(rollup)} from cells`;

const writeSql = (rollup: RollupSql) => `
  with cells as (
    select ${SLICE}, ${sumAgain(rollup)} from ${rollup.name}_cells group by ${SLICE}
  ) ${writeCellsSql(rollup)}`;

/** Sets the planner for the next statements. Retries of all payments are found by hashing, because row-by-row lookups
 *  would take too long; everything else uses indexes. Overrides the statistics in both cases. */
async function goBy(run: RunPrepared, way: "indexes" | "hashing"): Promise<void> {
  const [one, other] = way === "indexes" ? ["off", "on"] : ["on", "off"];
  await run(
    "analytics.go_by",
    `select set_config('enable_nestloop', $2, true),
            (select count(set_config(name, $1, true)) from unnest($3::text[]) name)`,
    [one, other, BESIDE_INDEXES],
  );
}

/** Keeps the order of the facts. */
const renumberSql = ({ facts }: RollupSql) => `
  update ${facts} f set tx_id = foreign_facts.number::text::xid8
    from (select ctid, ntile(${LAST_IMPORTED}) over (order by tx_id) as number from ${facts}
           where tx_id >= pg_snapshot_xmax(pg_current_snapshot())) foreign_facts
   where f.ctid = foreign_facts.ctid`;
