import { kindKey } from "./kinds-sql.ts";
import { pairedQuartersSql, pairHoursSql, pairKey, storedPairHoursSql } from "./pairs-sql.ts";
import { freshChangesSql, gatherSql, type RollupSql, toAccount } from "./rollup-sql.ts";
import { GRAINS } from "./split-range.ts";

/**
 * Statements that compare a rollup with the payments or charges themselves. $1 account, $2 mode, $3 and $4 the range:
 * whole days in UTC, for `monthsSql` whole months. Each returns `row` (what differs), `column`, `has` and `should`.
 */

const SLICE = "dimension, grain, currency, bucket, value";

const measures = ({ measures: all }: RollupSql) => all.map(([column]) => column);

const gathered = (rollup: RollupSql) =>
  rollup.measures
    .map(([column, gather]) => `coalesce(${gather}(${column}), 0)::bigint as ${column}`)
    .join(", ");

/** The account's facts that the rollup does not hold yet. */
const fresh = (rollup: RollupSql) => freshChangesSql(rollup, "$1", "$2");

const timed = (rollup: RollupSql, rows: string) => `
    select c.*, date_bin('15 minutes', c.created_at, timestamptz '2000-01-01 00:00:00Z') as quarter,
           date_trunc('hour', c.created_at, 'UTC') as hour, ${kindKey(rollup)} as key
      from (${rows}) c`;

/** `now_timed`: the changes of the current rows; `fresh_timed`: those of facts that are not rolled up. Recoveries of these facts
 *  are in neither: the current rows know the retries that are rolled up. */
const sources = (rollup: RollupSql) => `
  ${fresh(rollup)},
  now_timed as materialized (${timed(
    rollup,
    rollup.current(
      (row) =>
        `${row}.account_id = $1 and ${row}.mode = $2 and ${row}.created_at >= $3 and ${row}.created_at < $4`,
      toAccount("$1"),
    ),
  )}
  ), fresh_timed as materialized (${timed(
    rollup,
    "select * from changes where own and account_id = $1 and mode = $2 and created_at >= $3 and created_at < $4",
  )}
  )`;

/** Cells of all dimensions by quarter (only `all`), hour and day. */
function cells(rollup: RollupSql, name: string, source: string): string {
  const columns = measures(rollup).join(", ");
  const by = "currency";
  return `
  ${name}_fine as materialized (${gatherSql(rollup, source, { by, times: ["quarter", "hour"], within: "hour" })}
  ), ${name} as materialized (
    select dimension, (quarter is null)::int as grain, currency, coalesce(quarter, hour) as bucket, value, ${columns}
      from ${name}_fine
    union all
    select dimension, ${GRAINS.day}, currency, date_trunc('day', hour, 'UTC'), value, ${gathered(rollup)}
      from ${name}_fine where hour is not null group by dimension, currency, date_trunc('day', hour, 'UTC'), value
  )`;
}

/** Every row of the rollup within the range. Skips from currency to currency, so that only the range is read. */
function stored(rollup: RollupSql, grains: readonly number[], dimensions: readonly string[]) {
  const { table } = rollup;
  const at =
    "t.account_id = $1 and t.mode = $2 and t.dimension = d.dimension and t.grain = g.grain";
  const next = (than: string) => `(select min(t.currency) from ${table} t where ${at} ${than})`;
  return `
    select t.dimension, t.grain, t.currency, t.bucket, t.value, ${measures(rollup)
      .map((column) => `t.${column}`)
      .join(", ")}
      from unnest(array[${dimensions.map((name) => `'${name}'`).join(", ")}]) d(dimension)
     cross join unnest(array[${grains.join(", ")}]::smallint[]) g(grain)
     cross join lateral (
       with recursive each as (
         select ${next("")} as currency
         union all
         select ${next("and t.currency > e.currency")} from each e where e.currency is not null
       ) select currency from each where currency is not null) used
      join ${table} t on ${at} and t.currency = used.currency and t.bucket >= $3 and t.bucket < $4`;
}

const all = ({ dimensions }: RollupSql) => ["all", ...dimensions];

/** One row per measure that differs. */
function differences(rollup: RollupSql, key: string, row: string): string {
  const values = measures(rollup).map(
    (column) => `('${column}', coalesce(h.${column}, 0), coalesce(s.${column}, 0))`,
  );
  return `
  select ${row} as row, v.name as column, v.has::bigint as has, v.should::bigint as should
    from has h full join should s using (${key})
   cross join lateral (values ${values.join(", ")}) v(name, has, should)
   where v.has <> v.should
   order by 1, 2 limit 200`;
}

const ROW = `dimension || '=' || value || ' ' || currency || ' grain ' || grain || ' '
    || to_char(bucket at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`;

/** Every cell by quarter, hour and day. */
const cellsSql = (rollup: RollupSql) => `
  with ${sources(rollup)}, ${cells(rollup, "fresh_cells", "fresh_timed")}, ${cells(rollup, "should", "now_timed")},
  has as materialized (
    select ${SLICE}, ${gathered(rollup)}
      from (${stored(rollup, [GRAINS.quarter, GRAINS.hour, GRAINS.day], all(rollup))}
            union all select ${SLICE}, ${measures(rollup).join(", ")} from fresh_cells) x
     group by ${SLICE}
  ) ${differences(rollup, SLICE, ROW)}`;

/** Every cell by month against the days of the same rollup. */
const monthsSql = (rollup: RollupSql) => `
  with has as materialized (${stored(rollup, [GRAINS.month], all(rollup))}
  ), should as materialized (
    select dimension, ${GRAINS.month}::smallint as grain, currency, date_trunc('month', bucket, 'UTC') as bucket, value,
           ${gathered(rollup)}
      from (${stored(rollup, [GRAINS.day], all(rollup))}) x
     group by dimension, currency, date_trunc('month', bucket, 'UTC'), value
  ) ${differences(rollup, SLICE, ROW)}`;

const KIND_ROW = `'kind ' || kind || ' grain ' || grain || ' '
    || to_char(bucket at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`;

const kindSums = (rollup: RollupSql, grain: number) => `
    select t.kind, t.grain, t.bucket, ${measures(rollup)
      .map((column) => `t.${column}`)
      .join(", ")}
      from ${rollup.kinds} k join ${rollup.kindSums} t on t.kind = k.key and t.grain = ${grain}
       and t.bucket >= $3 and t.bucket < $4
     where k.account_id = $1 and k.mode = $2`;

const byKind = (rollup: RollupSql, source: string) => `
    select key as kind, ${GRAINS.quarter}::smallint as grain, quarter as bucket, ${measures(rollup).join(", ")}
      from ${source}`;

/** Every sum of a kind by quarter. */
const kindsSql = (rollup: RollupSql) => `
  with ${sources(rollup)}, has as materialized (
    select kind, grain, bucket, ${gathered(rollup)}
      from (${kindSums(rollup, GRAINS.quarter)} union all ${byKind(rollup, "fresh_timed")}) x group by kind, grain, bucket
  ), should as materialized (
    select kind, grain, bucket, ${gathered(rollup)} from (${byKind(rollup, "now_timed")}) x group by kind, grain, bucket
  ) ${differences(rollup, "kind, grain, bucket", KIND_ROW)}`;

/** Every sum of a kind by day or month against those of the next finer grain. */
const coarserKindsSql = (rollup: RollupSql, grain: "day" | "month") => `
  with has as materialized (${kindSums(rollup, GRAINS[grain])}
  ), should as materialized (
    select kind, ${GRAINS[grain]}::smallint as grain, date_trunc('${grain}', bucket, 'UTC') as bucket, ${gathered(rollup)}
      from (${kindSums(rollup, grain === "day" ? GRAINS.quarter : GRAINS.day)}) x
     group by kind, date_trunc('${grain}', bucket, 'UTC')
  ) ${differences(rollup, "kind, grain, bucket", KIND_ROW)}`;

const PAIR_ROW = `'pair ' || key || ' ' || to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24"Z"')`;

/** Every sum of a pair by hour, against the quarters of the kinds, in the weeks that are summed by pairs. */
const pairsSql = (rollup: RollupSql) => `
  with quarters as materialized (${pairedQuartersSql(rollup)}
  ), has as materialized (${storedPairHoursSql(rollup)}
  ), should as materialized (
    select ${pairKey(rollup)} as key, c.hour, ${measures(rollup).join(", ")}
      from (${pairHoursSql(rollup, "quarters")}) c
  ) ${differences(rollup, "key, hour", PAIR_ROW)}`;

/** Rows of a table whose key does not follow from their values; $3 and $4 are not used. */
const wrongKeysSql = (what: "kind" | "pair", table: string, key: string) => `
  select '${what} ' || c.key as row, 'key' as column, 0::bigint as has, 1::bigint as should
    from ${table} c
   where c.account_id = $1 and c.mode = $2 and c.key <> ${key}
     and ($3::timestamptz is null or $4::timestamptz is null or true)
   order by 1 limit 200`;

const pairKeysSql = (rollup: RollupSql) => wrongKeysSql("pair", rollup.pairTable, pairKey(rollup));
const keysSql = (rollup: RollupSql) => wrongKeysSql("kind", rollup.kinds, kindKey(rollup));

/** The first and last day with rows or sums: whole days in UTC, or nulls. */
const spanSql = ({ table, source }: RollupSql) => {
  const ends = (fn: "min" | "max") => `
    (select ${fn}(at) from (
       select ${fn}(r.created_at) as at from ${source} r where r.account_id = $1 and r.mode = $2
       union all
       select ${fn}(t.bucket) from ${table} t
        where t.account_id = $1 and t.mode = $2 and t.dimension = 'all' and t.grain = ${GRAINS.day}) e)`;
  return `select date_trunc('day', ${ends("min")}, 'UTC') as first, date_trunc('day', ${ends("max")}, 'UTC') as last`;
};

/** The day of the row that is $4 rows after $3, or null if there are fewer. */
const reachSql = ({ source }: RollupSql) => `
  select (select date_trunc('day', r.created_at, 'UTC') from ${source} r
           where r.account_id = $1 and r.mode = $2 and r.created_at >= $3 order by r.created_at offset $4 limit 1) as day`;

const MADE = new Map<string, ReturnType<typeof make>>();

const make = (rollup: RollupSql) => ({
  span: spanSql(rollup),
  reach: reachSql(rollup),
  days: {
    cells: cellsSql(rollup),
    kinds: kindsSql(rollup),
    kind_days: coarserKindsSql(rollup, "day"),
    pairs: pairsSql(rollup),
  },
  months: { months: monthsSql(rollup), kind_months: coarserKindsSql(rollup, "month") },
  keys: { keys: keysSql(rollup), pair_keys: pairKeysSql(rollup) },
});

/** The statements of a rollup, composed once. */
export function comparisonsOf(rollup: RollupSql) {
  const made = MADE.get(rollup.name) ?? make(rollup);
  MADE.set(rollup.name, made);
  return made;
}
