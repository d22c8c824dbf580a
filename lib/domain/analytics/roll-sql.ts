import { addKindsSql, kindCellsSql, kindKey } from "./kinds-sql.ts";
import { addPairsSql, lateCellsSql } from "./pairs-sql.ts";
import { columnsOf, gatherSql, type RollupSql, sumAgain } from "./rollup-sql.ts";

/** The primary key of a rollup: a time slice of one value of one dimension. */
export const SLICE = "account_id, mode, dimension, grain, currency, bucket, value";

/** Sums hourly cells to a coarser grain. */
const coarser = (rollup: RollupSql, grain: number, size: "day" | "month") => `
    select account_id, mode, dimension, ${grain}, currency,
           date_trunc('${size}', bucket, 'UTC') as bucket, value, ${sumAgain(rollup)}
      from cells where grain = 1
     group by account_id, mode, dimension, date_trunc('${size}', bucket, 'UTC'), currency, value`;

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

/** Adds `changes`, the last of these common table expressions or before those that write, to the rollup. */
export function addSql(rollup: RollupSql, changes: string): string {
  const added = rollup.measures.map(([column, gather]) =>
    gather === "max"
      ? `${column} = greatest(t.${column}, excluded.${column})`
      : `${column} = t.${column} + excluded.${column}`,
  );
  return `with ${changes}, ${cellsSql(rollup)},
  kept_kinds as (${addKindsSql(rollup)}), ${lateCellsSql(rollup)}, ${addPairsSql(rollup, "late_cells")}
  ${writeCellsSql(rollup)}
      on conflict (${SLICE}) do update set ${added.join(", ")}`;
}

/** Makes the watches of owners due at their times: `due` has `account_id`, `mode` and `at`. Owners without payments cost
 *  nothing. */
export const wakeSql = (due: string) => `
  insert into incident_watches as w (account_id, mode, id, due_at, wakes)
  select f.account_id, f.mode, 'approvals', f.at, 1 from ${due} f
   order by 1, 2
      on conflict (account_id, mode, id) do update
     set due_at = coalesce(w.due_at, excluded.due_at), wakes = w.wakes + 1`;

/** The same for alert rules about the decline rate; the watch exists with the rule. */
export const wakeAlertsSql = (due: string) => `
  update alert_watches w
     set due_at = case when w.due_at <= f.at + interval '1 minute' then w.due_at else f.at end,
         wakes = w.wakes + 1
    from ${due} f
   where w.account_id = f.account_id and w.mode = f.mode and w.id = 'rules' and w.rates`;

/** The time $3 of some `owners`, by their own clock. */
export const timesOf = (owners: string) => `
    select o.account_id, o.mode, $3::timestamptz + coalesce(c.ahead_ms, 0) * interval '1 ms' as at
      from ${owners} o
      left join sandbox_clocks c on c.account_id = o.account_id and o.mode = 'test'`;
