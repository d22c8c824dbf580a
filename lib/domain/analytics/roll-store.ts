import { runPrepared } from "#db/client.ts";
import { type RunPrepared, transactByIndexes } from "#db/prepared.ts";
import { isSharded } from "#db/shards.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { KEEP_RETRIES } from "./retries-sql.ts";
import { addFromShards } from "./roll-shards-store.ts";
import { addSql, timesOf, wakeAlertsSql, wakeSql } from "./roll-sql.ts";
import type { RollupSql } from "./rollup-sql.ts";

/** The last transaction of the next $3 facts, of those `f` that `whose` selects. */
export const nextSql = ({ facts }: RollupSql, whose = "true") => `
  select max(tx_id)::text as last, count(*)::int as facts
    from (select tx_id from ${facts} f
           where tx_id >= $1::xid8 and tx_id < $2::xid8 and ${whose} order by tx_id limit $3) next`;

const HAS_NEW_FACTS = (rollup: RollupSql) => `
  select exists (
    select 1 from ${rollup.facts}
     where tx_id >= coalesce((select rolled_to from rollup_progress where rollup = $1), '0'::xid8))
      or exists (
    select 1 from rollup_progress
     where rollup = $1 and rolled_to > pg_snapshot_xmax(pg_current_snapshot())) as news`;

/** Whether there may be facts that are not rolled up, or the progress is from another server. Takes no lock. */
export async function hasNewFacts(rollup: RollupSql): Promise<boolean> {
  const [row] = await runPrepared<{ news: boolean }>(
    `analytics.news_${rollup.name}`,
    HAS_NEW_FACTS(rollup),
    [rollup.name],
  );
  return row!.news;
}

/** Facts per statement; more only if the last transaction wrote more. */
const BATCH = 20_000;
/** Enough to hold a batch with its payments. */
const MEMORY = "64MB";

export type Rolled = {
  facts: number;
  /** Whether more facts can be rolled up now. */
  more: boolean;
};

/**
 * Adds the next facts to a rollup and moves its watermark in one transaction that locks the progress, so readers count
 * a fact either in the rollup or as new, never twice. Facts of transactions that could be preceded by a running one wait
 * for it. Returns null if another process is rolling up, and `"foreign"` if the progress names transactions that this
 * server has not reached: the database came from a dump and needs a rebuild.
 */
export function rollNext(rollup: RollupSql): Promise<Rolled | null | "foreign"> {
  return transactByIndexes({ unhurried: true }, async (run) => {
    await run("analytics.begin", BEGIN, [rollup.name]);
    await run("analytics.memory", TAKE_MEMORY, [MEMORY]);
    const [progress] = await run<{ rolledTo: string }>("analytics.claim", `${CLAIM} skip locked`, [
      rollup.name,
    ]);
    if (!progress) return null;
    const horizon = await horizonOf(run);
    if (BigInt(progress.rolledTo) > BigInt(horizon)) return "foreign";
    return await rollBatch(run, rollup, { from: progress.rolledTo, horizon });
  });
}

export const BEGIN =
  "insert into rollup_progress (rollup, rolled_to) values ($1, '0') on conflict do nothing";
export const CLAIM = `select rolled_to::text as "rolledTo" from rollup_progress where rollup = $1 for update`;

export const TAKE_MEMORY = "select set_config('work_mem', $1, true)";

/** All transactions with a lower id have ended. */
export async function horizonOf(run: RunPrepared): Promise<string> {
  const [row] = await run<{ horizon: string }>(
    "analytics.horizon",
    "select pg_snapshot_xmin(pg_current_snapshot())::text as horizon",
    [],
  );
  return row!.horizon;
}

async function rollBatch(
  run: RunPrepared,
  rollup: RollupSql,
  { from, horizon }: { from: string; horizon: string },
): Promise<Rolled & { rolledTo: string }> {
  const { name } = rollup;
  const values = [from, horizon, BATCH];
  const [next] = await run<{ last: string | null; facts: number }>(
    `analytics.next_${name}`,
    nextSql(rollup),
    values,
  );
  const { last, facts } = next!;
  if (last === null) return { facts: 0, more: false, rolledTo: from };
  const rolled = { from, last, now: dateFromMs(nowMs()) };
  if (isSharded()) await addFromShards(run, rollup, rolled);
  else await add(run, rollup, rolled);
  const more = facts >= BATCH;
  const rolledTo = more ? String(BigInt(last) + 1n) : horizon;
  await run("analytics.progress", PROGRESS, [name, rolledTo]);
  return { facts, more, rolledTo };
}

/** The facts of the transactions from $1 to $2 (inclusive). */
const BETWEEN = "f.tx_id >= $1::xid8 and f.tx_id <= $2::xid8";

/** Adds what the facts change, corrections of earlier ones included, and wakes the watches of their accounts. */
async function add(
  run: RunPrepared,
  rollup: RollupSql,
  { from, last, now }: { from: string; last: string; now: Date },
): Promise<void> {
  const { name } = rollup;
  const changes = rollup.changesOf(BETWEEN, () => "");
  const kept = name === "outcomes" ? KEEP_RETRIES : "";
  await run(`analytics.add_${name}`, addSql(rollup, changes + kept), [from, last]);
  if (name !== "outcomes") return;
  await run("analytics.wake", wakeSql(OWNERS), [from, last, now]);
  await run("analytics.wake_alerts", wakeAlertsSql(OWNERS), [from, last, now]);
}

/** The accounts and modes with outcomes by the transactions from $1 to $2, at the real time $3 by their own clock. */
const OWNERS = `(${timesOf(
  "(select distinct account_id, mode from payment_outcomes where tx_id >= $1::xid8 and tx_id <= $2::xid8)",
)})`;

export const PROGRESS =
  "update rollup_progress set rolled_to = $2::xid8, updated_at = now() where rollup = $1";
