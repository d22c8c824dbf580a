import { runPrepared } from "#db/client.ts";
import { type RunPrepared, transactByIndexes } from "#db/prepared.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";

import { addKindsSql, kindCellsSql, kindKey } from "./kinds-sql.ts";
import { addPairsSql, lateCellsSql } from "./pairs-sql.ts";
import { KEEP_RETRIES } from "./retries-sql.ts";
import { columnsOf, gatherSql, type RollupSql, sumAgain } from "./rollup-sql.ts";

/** The primary key of a rollup: a time slice of one value of one dimension. */
export const SLICE = "account_id, mode, dimension, grain, currency, bucket, value";

/** Sums hourly cells to a coarser grain. */
const coarser = (rollup: RollupSql, grain: number, size: "day" | "month") => `
    select account_id, mode, dimension, ${grain}, currency,
           date_trunc('${size}', bucket, 'UTC') as bucket, value, ${sumAgain(rollup)}
      from cells where grain = 1
     group by account_id, mode, dimension, date_trunc('${size}', bucket, 'UTC'), currency, value`;

/** Changes by the transactions from $1 to $2 (inclusive): their facts, and corrections of earlier ones. */
const changesBetween = (rollup: RollupSql) =>
  rollup.changesOf("f.tx_id >= $1::xid8 and f.tx_id <= $2::xid8") +
  (rollup.name === "outcomes" ? KEEP_RETRIES : "");

/** Groups `changes` by kind (`kind_cells`) and from there by the two finer grains (`cells`). Grouping by kind first
 *  reduces the rows that are each added to thirteen sums. */
export const cellsSql = (rollup: RollupSql) => `
  timed as (
    select c.*, date_bin('15 minutes', c.created_at, timestamptz '2000-01-01 00:00:00Z') as quarter,
           ${kindKey(rollup)} as key
      from changes c
  ), ${kindCellsSql(rollup)},
  placed as (
    select c.*, bucket as quarter, date_trunc('hour', bucket, 'UTC') as hour from kind_cells c
  ), gathered as (${gatherSql(rollup, "placed", {
    by: "account_id, mode, currency",
    times: ["quarter", "hour"],
    within: "hour",
  })}
  ), cells as (
    select account_id, mode, dimension, (quarter is null)::int as grain,
           coalesce(quarter, hour) as bucket, currency, value, ${columnsOf(rollup)}
      from gathered
  )`;

/** A number that sorts rows which are read together (one dimension, grain and currency, by time) next to each other,
 *  cheaper than sorting by six texts. */
const PLACE = `((hashtextextended(account_id || mode || dimension || currency, grain) & 1073741823) << 24)
          + (date_part('epoch', bucket) / 900)::bigint`;

/** Inserts `cells` and their sums per day and month. The order puts the rows of a range on the same pages. */
export const writeCellsSql = (rollup: RollupSql) => `
  insert into ${rollup.table} as t (${SLICE}, ${columnsOf(rollup)})
  select ${SLICE}, ${columnsOf(rollup)}
    from (select ${SLICE}, ${columnsOf(rollup)} from cells
          union all ${coarser(rollup, 2, "day")}
          union all ${coarser(rollup, 3, "month")}) slices
   order by ${PLACE}`;

/** Adds the changes by the transactions from $1 to $2 to the rollup. */
function addSql(rollup: RollupSql): string {
  const added = rollup.measures.map(([column, gather]) =>
    gather === "max"
      ? `${column} = greatest(t.${column}, excluded.${column})`
      : `${column} = t.${column} + excluded.${column}`,
  );
  return `with ${changesBetween(rollup)}, ${cellsSql(rollup)},
  kept_kinds as (${addKindsSql(rollup)}), ${lateCellsSql(rollup)}, ${addPairsSql(rollup, "late_cells")}
  ${writeCellsSql(rollup)}
      on conflict (${SLICE}) do update set ${added.join(", ")}`;
}

/** The last transaction of the next $3 facts. */
export const nextSql = ({ facts }: RollupSql) => `
  select max(tx_id)::text as last, count(*)::int as facts
    from (select tx_id from ${facts} where tx_id >= $1::xid8 and tx_id < $2::xid8 order by tx_id limit $3) next`;

const HAS_NEW_FACTS = (rollup: RollupSql) => `
  select exists (
    select from ${rollup.facts}
     where tx_id >= coalesce((select rolled_to from rollup_progress where rollup = $1), '0'::xid8))
      or exists (
    select from rollup_progress
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
  await run(`analytics.add_${name}`, addSql(rollup), [from, last]);
  if (name === "outcomes") {
    const rolled = [from, last, dateFromMs(nowMs())];
    await run("analytics.wake", WAKE, rolled);
    await run("analytics.wake_alerts", WAKE_ALERTS, rolled);
  }
  const more = facts >= BATCH;
  const rolledTo = more ? String(BigInt(last) + 1n) : horizon;
  await run("analytics.progress", PROGRESS, [name, rolledTo]);
  return { facts, more, rolledTo };
}

/** Makes the watches of accounts with outcomes by the transactions from $1 to $2 due, by their own clock: $3 is the real
 *  time. Accounts without payments cost nothing. */
const WAKE = `
  insert into incident_watches as w (account_id, mode, id, due_at, wakes)
  select f.account_id, f.mode, 'approvals',
         $3::timestamptz + coalesce(c.ahead_ms, 0) * interval '1 ms', 1
    from (select distinct account_id, mode from payment_outcomes
           where tx_id >= $1::xid8 and tx_id <= $2::xid8) f
    left join sandbox_clocks c on c.account_id = f.account_id and f.mode = 'test'
   order by 1, 2
      on conflict (account_id, mode, id) do update
     set due_at = coalesce(w.due_at, excluded.due_at), wakes = w.wakes + 1`;

/** The same for alert rules about the decline rate; the watch exists with the rule. */
const WAKE_ALERTS = `
  update alert_watches w
     set due_at = case when w.due_at <= f.at + interval '1 minute' then w.due_at else f.at end,
         wakes = w.wakes + 1
    from (select o.account_id, o.mode, $3::timestamptz + coalesce(c.ahead_ms, 0) * interval '1 ms' as at
            from (select distinct account_id, mode from payment_outcomes
                   where tx_id >= $1::xid8 and tx_id <= $2::xid8) o
            left join sandbox_clocks c on c.account_id = o.account_id and o.mode = 'test') f
   where w.account_id = f.account_id and w.mode = f.mode and w.id = 'rules' and w.rates`;

export const PROGRESS =
  "update rollup_progress set rolled_to = $2::xid8, updated_at = now() where rollup = $1";
