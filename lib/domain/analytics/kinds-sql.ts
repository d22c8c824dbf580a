import { columnsOf, gatherSql, type RollupSql, sumAgain } from "./rollup-sql.ts";
import { GRAINS } from "./split-range.ts";

/**
 * A kind is the set of payments (or charges) that are equal in every dimension. It has a key computed from its values,
 * and sums per quarter of an hour, day and month in UTC. Filtered figures are the sums over the kinds that match.
 */

/** The key of the kind of a row of `changes`. */
export const kindKey = ({ dimensions }: RollupSql) =>
  `md5(row(c.account_id, c.mode, c.currency, ${dimensions.map((name) => `c.${name}`).join(", ")})::text)::uuid`;

const valuesOf = ({ dimensions }: RollupSql) => ["account_id", "mode", "currency", ...dimensions];

/** The primary key of a kind's sums. */
const SLICE = "kind, grain, bucket";

/** Groups `timed` (rows of `changes` with `key` and `quarter`) by kind, in `kind_cells`, and inserts new kinds. Zero
 *  sums are null, which keeps rows short. */
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
     where not exists (select 1 from ${rollup.kinds} k where k.key = c.kind)
  )`;

const sparse = ({ measures }: RollupSql, of: string) =>
  measures
    .map(([column, gather]) => `nullif(${gather}(${of}${column}), 0)::bigint as ${column}`)
    .join(", ");

/** Sums `kind_cells` to a coarser grain. */
const coarser = (rollup: RollupSql, grain: "day" | "month") => `
          select kind, ${GRAINS[grain]}, date_trunc('${grain}', bucket, 'UTC'), ${sparse(rollup, "")}
            from kind_cells group by kind, date_trunc('${grain}', bucket, 'UTC')`;

/** Inserts `kind_cells` and their sums per day and month. */
export const writeKindsSql = (rollup: RollupSql) => `
  insert into ${rollup.kindSums} as t (${SLICE}, ${columnsOf(rollup)})
  select ${SLICE}, ${columnsOf(rollup)}
    from (select ${SLICE}, ${columnsOf(rollup)} from kind_cells
          union all
          ${coarser(rollup, "day")}
          union all
          ${coarser(rollup, "month")}) slices
   order by ${SLICE}`;

/** Adds `kind_cells` and their sums per day and month to existing rows. */
export function addKindsSql(rollup: RollupSql): string {
  const added = rollup.measures.map(([column, gather]) =>
    gather === "max"
      ? `${column} = greatest(t.${column}, excluded.${column})`
      : `${column} = nullif(coalesce(t.${column}, 0) + coalesce(excluded.${column}, 0), 0)`,
  );
  return `${writeKindsSql(rollup)} on conflict (${SLICE}) do update set ${added.join(", ")}`;
}

/** Writes the cells that a rebuild has collected in its temporary table. */
export const gatheredKindsSql = (rollup: RollupSql) => `
  with kind_cells as (
    select ${SLICE}, ${sparse(rollup, "")} from ${rollup.name}_kind_cells group by ${SLICE}
  ) ${writeKindsSql(rollup)}`;

export const keepKindsSql = (rollup: RollupSql) => `
  insert into ${rollup.name}_kind_cells (${SLICE}, ${columnsOf(rollup)})
  select ${SLICE}, ${columnsOf(rollup)} from kind_cells`;

/** `chosen`: the account's kinds (`own`) that match the filters (`meets`). */
export const chosenSql = (
  rollup: RollupSql,
  own: (row: string) => string,
  meets: (row: string) => string,
) => `
  chosen as materialized (
    select * from ${rollup.kinds} k where ${own("k")} and ${meets("k")}
  )`;

/** The sum of a chosen kind `k` over the slices `s (grain, from_at, to_at)`. */
export const slicesOfChosenSql = (rollup: RollupSql, slices: string) => `
          select ${sumAgain(rollup)}
            from (${slices}) s
            join ${rollup.kindSums} t on t.kind = k.key and t.grain = s.grain
             and t.bucket >= s.from_at and t.bucket < s.to_at`;

/** The sum of a chosen kind `k` over the quarters of an hour within `range`. */
export const quartersOfChosenSql = (rollup: RollupSql, range: (bucket: string) => string) => `
          select ${sumAgain(rollup)} from ${rollup.kindSums} t
           where t.kind = k.key and t.grain = ${GRAINS.quarter} and ${range("t.bucket")}`;

/** Sums by dimension over the `chosen` kinds, each with its `sum`. */
export const sumsOfChosenSql = (rollup: RollupSql, sum: string) => `
  select dimension, value, ${columnsOf(rollup)}
    from (${gatherSql(rollup, `(select * from chosen k cross join lateral (${sum}) sums)`, {
      by: "",
      times: [],
      within: "",
    })}) found`;

/** Sums over the `chosen` kinds by quarter of an hour within `range`. */
export const timesOfChosenSql = (rollup: RollupSql, range: (bucket: string) => string) => `
  select t.bucket, ${sumAgain(rollup)}
    from chosen join ${rollup.kindSums} t on t.kind = chosen.key and t.grain = ${GRAINS.quarter}
     and ${range("t.bucket")}
   group by t.bucket`;
