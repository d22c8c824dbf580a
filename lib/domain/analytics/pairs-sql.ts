import { columnsOf, type RollupSql, sumAgain } from "./rollup-sql.ts";
import { GRAINS } from "./split-range.ts";

/**
 * A pair is two groups of dimensions, such as the instrument (method, scheme, funding) and the amount. Its values have
 * few sums per hour, so it answers filters of these groups that many payments meet; the kinds of these payments would be
 * nearly as many rows as the payments. Sums of pairs are made from those of kinds, a whole day at once (`pairs-store.ts`);
 * what changes a day later is added to it in further rows.
 */

/** All dimensions of the pairs. */
const pairedOf = ({ dimensions, pairs }: RollupSql) =>
  dimensions.filter((name) => pairs.some((pair) => pair.includes(name)));

/** The number of the first pair with all these dimensions, or null. */
export function pairWith({ pairs }: RollupSql, names: readonly string[]): number | null {
  const number = pairs.findIndex((pair) => names.every((name) => pair.includes(name)));
  return number < 0 ? null : number;
}

const OWN = "account_id, mode, currency";
const valuesOf = (rollup: RollupSql) => `${OWN}, pair, ${pairedOf(rollup).join(", ")}`;

/** The key of the values of a row `c`. */
export const pairKey = (rollup: RollupSql) =>
  `md5(row(c.account_id, c.mode, c.currency, c.pair, ${pairedOf(rollup)
    .map((name) => `c.${name}`)
    .join(", ")})::text)::uuid`;

/** The number of a pair, from the dimensions by which a row is grouped. */
function numberSql(rollup: RollupSql): string {
  const paired = pairedOf(rollup);
  const numbers = rollup.pairs.map((pair, number) => {
    const others = paired.reduce((bits, name) => bits * 2 + (pair.includes(name) ? 0 : 1), 0);
    return `when ${others} then ${number}`;
  });
  return `(case grouping(${paired.join(", ")}) ${numbers.join(" ")} end)::smallint`;
}

/** Sums of kinds by quarter (rows of `source`, with their values) by pair and hour. Zero sums are null. */
export const pairHoursSql = (rollup: RollupSql, source: string) => `
    select ${OWN}, ${numberSql(rollup)} as pair, ${pairedOf(rollup).join(", ")}, hour,
           ${rollup.measures
             .map(([column, gather]) => `nullif(${gather}(${column}), 0)::bigint as ${column}`)
             .join(",\n           ")}
      from (select s.*, date_trunc('hour', bucket, 'UTC') as hour from ${source} s) timed
     group by ${OWN}, hour,
           grouping sets (${rollup.pairs.map((pair) => `(${pair.join(", ")})`).join(", ")})`;

/** Adds sums of kinds by quarter (rows of `source`) to those of their pairs: a row per pair and day. The arrays of a row
 *  have the same order, whichever it is. */
export const addPairsSql = (rollup: RollupSql, source: string) => `
  pair_hours as (${pairHoursSql(rollup, source)}
  ), pair_days as (
    select ${valuesOf(rollup)}, date_trunc('day', hour, 'UTC') as day,
           array_agg(extract(hour from hour at time zone 'UTC')::smallint) as hours,
           ${rollup.measures
             .map(
               ([column]) =>
                 `case when count(${column}) > 0 then array_agg(${column}) end as ${column}`,
             )
             .join(",\n           ")}
      from pair_hours group by ${valuesOf(rollup)}, date_trunc('day', hour, 'UTC')
  ), keyed_pairs as materialized (
    select c.*, ${pairKey(rollup)} as key from pair_days c
  ), new_pairs as (
    insert into ${rollup.pairTable} (key, ${valuesOf(rollup)})
    select distinct on (key) key, ${valuesOf(rollup)} from keyed_pairs c
     where not exists (select 1 from ${rollup.pairTable} p where p.key = c.key)
  ), added_pairs as (
    insert into ${rollup.pairSums} (pair, day, hours, ${columnsOf(rollup)})
    select key, day, hours, ${columnsOf(rollup)} from keyed_pairs order by key, day
  )`;

/** The week (Monday to Sunday in UTC) of a bucket. */
const weekOf = (bucket: string) =>
  `date_bin('7 days', ${bucket}, timestamptz '2000-01-03 00:00:00Z')`;

/** The cells of `kind_cells` in weeks that are summed by pairs, and the weeks that are new. */
export const lateCellsSql = (rollup: RollupSql) => `
  seen_weeks as (
    insert into paired_weeks (rollup, account_id, mode, week)
    select distinct '${rollup.name}', account_id, mode, ${weekOf("bucket")} from kind_cells
        on conflict do nothing
  ), late_cells as (
    select c.* from kind_cells c
      join paired_weeks w on w.rollup = '${rollup.name}' and w.account_id = c.account_id and w.mode = c.mode
       and w.week = ${weekOf("c.bucket")} and w.paired
  )`;

/** The hours of the pairs `p` on some days `s.day`: `key`, `moment` and the measures. The arrays are taken apart side by
 *  side in the list of columns; as a table, each would be stored first, which takes twice as long. */
const hoursOfPairs = (rollup: RollupSql, pairs: string, days: string) => `
      select key, day + hour * interval '1 hour' as moment, ${columnsOf(rollup)}
        from (select p.key, s.day, unnest(s.hours) as hour,
                     ${rollup.measures.map(([column]) => `unnest(s.${column}) as ${column}`).join(", ")}
                from ${pairs}
                join ${rollup.pairSums} s on s.pair = p.key and ${days}) parts`;

/** The sums of pairs of the account $1 and mode $2 by hour on the days from $3 to $4: `key`, `hour` and the measures. */
export const storedPairHoursSql = (rollup: RollupSql) => `
    select key, moment as hour, ${sumAgain(rollup)}
      from (${hoursOfPairs(
        rollup,
        `(select key from ${rollup.pairTable} where account_id = $1 and mode = $2) p`,
        "s.day >= $3 and s.day < $4",
      )}) hours
     group by key, moment`;

/** The sums of all hours within `within` of the pairs that match the filters (`meets`), by hour. */
export const timesOfPairsSql = (
  rollup: RollupSql,
  own: (row: string) => string,
  within: (bucket: string) => string,
) => `
    select moment as bucket, ${sumAgain(rollup)}
      from (${hoursOfPairs(
        rollup,
        `(select p.key from ${rollup.pairTable} p
               where ${own("p")} and p.pair = @pair and ${meetsPair(rollup)}) p
        cross join unnest(@pairFroms::timestamptz[], @pairTos::timestamptz[]) w(from_at, to_at)`,
        "s.day >= w.from_at and s.day < w.to_at",
      )}) hours
     where ${within("moment")}
     group by moment`;

const meetsPair = (rollup: RollupSql) =>
  pairedOf(rollup)
    .map((one) => `(@meets_${one}::text[] is null or p.${one} = any (@meets_${one}::text[]))`)
    .join("\n                       and ");

/** The weeks of a range ($3, $4) whose figures are in sums of kinds only. */
export const unpairedSql = (rollup: RollupSql) => `
  select week from paired_weeks
   where rollup = '${rollup.name}' and account_id = $1 and mode = $2
     and week > $3::timestamptz - interval '7 days' and week < $4 and paired is not true
   order by week`;

/** Whether weeks that ended before $1 are due. */
export const hasDueWeeks = ({ name }: RollupSql) => `
  select exists (select 1 from paired_weeks
                  where rollup = '${name}' and paired is null and week <= $1::timestamptz - interval '7 days') as due`;

/** How many weeks are looked at together. */
const LOOKED_AT = 1_000;
const DUE_WEEKS = ({ name }: RollupSql) => `
    select account_id, mode, week from paired_weeks
     where rollup = '${name}' and paired is null and week <= $1::timestamptz - interval '7 days'
     order by week limit ${LOOKED_AT}`;

/** Leaves weeks that ended before $1 unpaired if the account has fewer than $2 facts in the seven weeks around
 *  them: those before, and after an import those after. */
export const leaveFewSql = (rollup: RollupSql) => `
  update paired_weeks w set paired = false
    from (${DUE_WEEKS(rollup)}) due
   where w.rollup = '${rollup.name}' and w.account_id = due.account_id and w.mode = due.mode and w.week = due.week
     and coalesce((select sum(${rollup.size}) from ${rollup.table} r
          where r.account_id = due.account_id and r.mode = due.mode and r.dimension = 'all' and r.grain = ${GRAINS.day}
            and r.bucket >= due.week - interval '21 days' and r.bucket < due.week + interval '28 days'), 0) < $2`;

/** The next week to sum. */
export const nextWeekSql = (rollup: RollupSql) => `
  select account_id as "accountId", mode, week from (${DUE_WEEKS(rollup)}) due order by week limit 1`;

/** The sums of kinds by quarter of the account $1 and mode $2, from $3 to $4. One look-up for each kind of the account: the
 *  planner would search the quarters of all accounts. */
export const quartersOfKindsSql = (rollup: RollupSql) => `
    select k.*, t.bucket, ${rollup.measures.map(([column]) => `t.${column}`).join(", ")}
      from ${rollup.kinds} k
     cross join lateral (
       select * from ${rollup.kindSums} t
        where t.kind = k.key and t.grain = ${GRAINS.quarter} and t.bucket >= $3 and t.bucket < $4 offset 0) t
     where k.account_id = $1 and k.mode = $2`;

/** Sums a week ($3 to $4) of an account by pairs. */
export const pairWeekSql = (rollup: RollupSql) => `
  with ${addPairsSql(rollup, `(${quartersOfKindsSql(rollup)})`)}
  update paired_weeks set paired = true
   where rollup = '${rollup.name}' and account_id = $1 and mode = $2 and week = $3 and $4::timestamptz > $3`;

/** The quarters of the above in weeks that are summed by pairs. */
export const pairedQuartersSql = (rollup: RollupSql) => `
    select q.* from (${quartersOfKindsSql(rollup)}) q
     where not exists (select 1 from paired_weeks w
            where w.rollup = '${rollup.name}' and w.account_id = $1 and w.mode = $2
              and w.week = ${weekOf("q.bucket")} and w.paired is not true)`;

/** The weeks of the cells that a rebuild or an import has collected in its temporary table. */
export const gatheredWeeksSql = ({ name }: RollupSql) => `
  insert into paired_weeks (rollup, account_id, mode, week)
  select distinct '${name}', account_id, mode, ${weekOf("bucket")} from ${name}_cells where dimension = 'all'
      on conflict do nothing`;
