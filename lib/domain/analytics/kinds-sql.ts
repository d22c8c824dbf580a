import { columnsOf, gatherSql, type RollupSql, sumAgain } from "./rollup-sql.ts";
import { GRAINS } from "./split-range.ts";

/**
 * Kinds: payments (or charges) that are alike in every dimension. Each kind has a key made of its values, and
 * its sums by quarter of an hour and by month of UTC: what is narrowed by filters is added up from the kinds
 * that meet them, whichever these are.
 */

/** The key of the kind that a row of `changes` is of. */
export const kindKey = ({ dimensions }: RollupSql) =>
  `md5(row(c.account_id, c.mode, c.currency, ${dimensions.map((name) => `c.${name}`).join(", ")})::text)::uuid`;

const valuesOf = ({ dimensions }: RollupSql) => ["account_id", "mode", "currency", ...dimensions];

/** The key of a kind's sums. */
const SLICE = "kind, grain, bucket";

/** `timed` (rows of `changes` with `key` and `quarter`) by kind, each with its values: expressions of which the
 *  first is `kind_cells`. What is not there yet is no zero but null, so that rows are short. */
export const kindCellsSql = (rollup: RollupSql) => `
  kind_cells as (
    select key as kind, ${GRAINS.quarter}::smallint as grain, quarter as bucket,
           ${valuesOf(rollup)
             .map((name) => `min(${name}) as ${name}`)
             .join(", ")},
           ${sparse(rollup, "c.")}
      from timed c group by key, quarter
  ), new_kinds as (
    insert into ${rollup.kinds} (key, ${valuesOf(rollup).join(", ")})
    select distinct on (kind) kind, ${valuesOf(rollup).join(", ")} from kind_cells c
     where not exists (select from ${rollup.kinds} k where k.key = c.kind)
  )`;

const sparse = ({ measures }: RollupSql, of: string) =>
  measures
    .map(([column, gather]) => `nullif(${gather}(${of}${column}), 0)::bigint as ${column}`)
    .join(", ");

/** Writes `kind_cells`, and what they add up to by month. */
export const writeKindsSql = (rollup: RollupSql) => `
  insert into ${rollup.kindSums} as t (${SLICE}, ${columnsOf(rollup)})
  select ${SLICE}, ${columnsOf(rollup)}
    from (select ${SLICE}, ${columnsOf(rollup)} from kind_cells
          union all
          select kind, ${GRAINS.month}, date_trunc('month', bucket, 'UTC'), ${sparse(rollup, "")}
            from kind_cells group by kind, date_trunc('month', bucket, 'UTC')) slices
   order by ${SLICE}`;

/** The same to what is there already. */
export function addKindsSql(rollup: RollupSql): string {
  const added = rollup.measures.map(([column, gather]) =>
    gather === "max"
      ? `${column} = greatest(t.${column}, excluded.${column})`
      : `${column} = nullif(coalesce(t.${column}, 0) + coalesce(excluded.${column}, 0), 0)`,
  );
  return `${writeKindsSql(rollup)} on conflict (${SLICE}) do update set ${added.join(", ")}`;
}

/** Cells put aside for a rebuild, as `kind_cells`. */
export const gatheredKindsSql = (rollup: RollupSql) => `
  with kind_cells as (
    select ${SLICE}, ${sparse(rollup, "")} from ${rollup.name}_kind_cells group by ${SLICE}
  ) ${writeKindsSql(rollup)}`;

export const keepKindsSql = (rollup: RollupSql) => `
  insert into ${rollup.name}_kind_cells (${SLICE}, ${columnsOf(rollup)})
  select ${SLICE}, ${columnsOf(rollup)} from kind_cells`;

/** `chosen`: the account's kinds that meet the filters. `own` chooses the account's of a currency. */
export const chosenSql = (
  rollup: RollupSql,
  own: (row: string) => string,
  meets: (row: string) => string,
) => `
  chosen as materialized (
    select * from ${rollup.kinds} k where ${own("k")} and ${meets("k")}
  )`;

/** Of a chosen kind `k`: its sum over the slices `s (grain, from_at, to_at)`. */
export const slicesOfChosenSql = (rollup: RollupSql, slices: string) => `
          select ${sumAgain(rollup)}
            from (${slices}) s
            join ${rollup.kindSums} t on t.kind = k.key and t.grain = s.grain
             and t.bucket >= s.from_at and t.bucket < s.to_at`;

/** The same over the quarters of an hour within `range`. */
export const quartersOfChosenSql = (rollup: RollupSql, range: (bucket: string) => string) => `
          select ${sumAgain(rollup)} from ${rollup.kindSums} t
           where t.kind = k.key and t.grain = ${GRAINS.quarter} and ${range("t.bucket")}`;

/** Of the `chosen` kinds `k`, each with its `sum`: the sums by dimension. */
export const sumsOfChosenSql = (rollup: RollupSql, sum: string) => `
  select dimension, value, ${columnsOf(rollup)}
    from (${gatherSql(rollup, `(select * from chosen k cross join lateral (${sum}) sums)`, {
      by: "",
      times: [],
      within: "",
    })}) found`;

/** Of the `chosen` kinds: their sums by quarter of an hour within `range`. */
export const timesOfChosenSql = (rollup: RollupSql, range: (bucket: string) => string) => `
  select t.bucket, ${sumAgain(rollup)}
    from chosen join ${rollup.kindSums} t on t.kind = chosen.key and t.grain = ${GRAINS.quarter}
     and ${range("t.bucket")}
   group by t.bucket`;
