import { snapshot } from "#db/by-indexes.ts";
import type { RunPrepared } from "#db/prepared-transaction.ts";
import type { Context } from "#lib/kernel/context.ts";
import { columnsOf, gatherSql, type RollupSql, sumAgain } from "./rollup-sql.ts";
import { GRAINS, hasWholeHours, type Span, splitRange } from "./split-range.ts";
import type { AnalyticsQuery } from "./types.ts";

/** The statement's parameters, in their order; filters follow, one for each dimension. */
const PARAMETERS = [
  "account",
  "mode",
  "currency",
  "zone",
  "interval",
  "from",
  "to",
  "wholeFrom",
  "wholeTo",
  "dimensions",
  "grains",
  "sliceFroms",
  "sliceTos",
  "edgeFroms",
  "edgeTos",
  "timeGrain",
] as const;
type Parameters = Record<(typeof PARAMETERS)[number], unknown>;

/** `@name` → `$1`. */
const numbered = (text: string) =>
  text.replaceAll(/@(\w+)/g, (_, name: string) => {
    const index = (PARAMETERS as readonly string[]).indexOf(name);
    if (index < 0) throw new Error(`the statement has no parameter ${name}`);
    return `$${index + 1}`;
  });

/** Of the account's facts `f`: those that came after what the rollup holds. */
const NOT_ROLLED = (name: string) => `f.account_id = @account and f.mode = @mode and f.tx_id >=
      coalesce((select rolled_to from rollup_progress where rollup = '${name}'), '0'::xid8)`;

/**
 * Every figure of a range, in one statement and so of one moment: rows of the rollup for the whole hours
 * of the range, what was written since the rollup's last round (`changes`), and what is left at the
 * edges from the rows themselves.
 */
function figuresSql(rollup: RollupSql): string {
  const { name, table, dimensions, inputs } = rollup;
  const meets = dimensions
    .map((dimension, i) => [`c.${dimension}`, `$${PARAMETERS.length + 1 + i}::text[]`])
    .map(([column, wanted]) => `(${wanted} is null or ${column} = any (${wanted}))`)
    .join("\n       and ");
  const shown = ["created_at", ...dimensions, ...inputs]
    .filter((column, i, all) => all.indexOf(column) === i)
    .map((column) => `c.${column}`)
    .join(", ");
  const own = (row: string) =>
    `${row}.account_id = @account and ${row}.mode = @mode and ${row}.currency = @currency`;
  const sums = sumAgain(rollup);
  const columns = columnsOf(rollup);
  return numbered(`
  with ${rollup.changesOf(NOT_ROLLED(name))},
  fresh as (
    select ${shown} from changes c
     where ${own("c")} and ${meets}
       and c.created_at >= case when c.own then @wholeFrom::timestamptz else @from::timestamptz end
       and c.created_at < case when c.own then @wholeTo::timestamptz else @to::timestamptz end
    union all
    select ${shown} from unnest(@edgeFroms::timestamptz[], @edgeTos::timestamptz[]) as s(from_at, to_at)
     cross join lateral (${rollup.standing(
       (row) => `${own(row)} and ${row}.created_at >= s.from_at and ${row}.created_at < s.to_at`,
     )}) c
     where ${meets}
  ), timed as (
    select c.*, date_bin('15 minutes', c.created_at, timestamptz '2000-01-01 00:00:00Z') as quarter
      from fresh c
  ), gathered as (${gatherSql(rollup, "timed", { by: "", times: ["quarter"], within: "" })}
  ), rolled as (
    select d.dimension, r.value, ${sums}
      from unnest(@dimensions::text[]) as d(dimension)
     cross join unnest(@grains::smallint[], @sliceFroms::timestamptz[], @sliceTos::timestamptz[])
             as s(grain, from_at, to_at)
      join ${table} r on r.dimension = d.dimension and r.grain = s.grain
       and r.bucket >= s.from_at and r.bucket < s.to_at and ${own("r")}
     group by d.dimension, r.value
  ), clock as (
    select case when @interval = 'hour'
                then (bucket - (local - date_trunc('hour', local))) at time zone 'UTC'
                else date_trunc(@interval, local) end as slot,
           extract(hour from local)::int as hour, ${columns}
      from (select bucket at time zone @zone as local, times.*
              from (select r.bucket, ${columns} from ${table} r
                     where r.dimension = 'all' and r.grain = @timeGrain and ${own("r")}
                       and r.bucket >= @wholeFrom and r.bucket < @wholeTo
                    union all
                    select quarter, ${columns} from gathered where dimension = 'all') times) each
  )
  select case grouping(slot, hour) when 1 then 'time' when 2 then 'hour' else 'all' end as dimension,
         coalesce(to_char(slot, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), hour::text, '') as value, ${sums}
    from clock group by grouping sets ((slot), (hour), ())
  union all
  select dimension, value, ${sums}
    from (select * from rolled
          union all
          select dimension, value, ${columns} from gathered where dimension <> 'all') parts
   group by dimension, value`);
}

const TEXTS = new Map<string, string>();

export type FigureRow = { dimension: string; value: string } & Record<
  string,
  bigint | null | string
>;

/** The sums of each range by time, hour of the day and dimension, all of one moment. Takes no lock. */
export function readRanges<D extends string>(
  rollup: RollupSql,
  ctx: Context,
  queries: readonly AnalyticsQuery<D>[],
): Promise<FigureRow[][]> {
  return snapshot(async (run) => {
    const found: FigureRow[][] = [];
    for (const query of queries) found.push(await readRange(run, rollup, ctx, query));
    return found;
  });
}

async function readRange<D extends string>(
  run: RunPrepared,
  rollup: RollupSql,
  ctx: Context,
  query: AnalyticsQuery<D>,
): Promise<FigureRow[]> {
  const text = TEXTS.get(rollup.name) ?? figuresSql(rollup);
  TEXTS.set(rollup.name, text);
  const parameters = parametersOf(rollup, ctx, query);
  const filters = rollup.dimensions.map((name) => query.filters[name as D] ?? null);
  const values = [...PARAMETERS.map((name) => parameters[name]), ...filters];
  return await run<FigureRow>(`analytics.figures_${rollup.name}`, text, values);
}

function parametersOf<D extends string>(
  rollup: RollupSql,
  ctx: Context,
  query: AnalyticsQuery<D>,
): Parameters {
  const { from, to, zone, currency, interval, filters } = query;
  const isFiltered = Object.values(filters).some(Boolean);
  // A rollup knows one dimension at a time: what is narrowed by another comes from the rows themselves.
  const { whole, parts, rest } = isFiltered
    ? { whole: null, parts: [], rest: [{ from, to }] }
    : splitRange({ from, to });
  return {
    account: ctx.accountId,
    mode: ctx.mode,
    currency,
    zone,
    interval,
    from,
    to,
    wholeFrom: whole?.from ?? from,
    wholeTo: whole?.to ?? from,
    dimensions: query.dimensions ?? rollup.dimensions,
    grains: parts.map(({ grain }) => grain),
    sliceFroms: parts.map((part) => part.from),
    sliceTos: parts.map((part) => part.to),
    edgeFroms: rest.map((edge) => edge.from),
    edgeTos: rest.map((edge) => edge.to),
    timeGrain: hasWholeHours(zone, query) ? GRAINS.hour : GRAINS.quarter,
  };
}

const CURRENCIES = ({ name, table, size, changesOf }: RollupSql) => `
  with ${changesOf(NOT_ROLLED(name))}
  select currency as code, sum(size)::int as count
    from (select currency, ${size} as size from ${table}
           where account_id = @account and mode = @mode and dimension = 'all' and grain = 2
             and bucket > $3::timestamptz - interval '1 day' and bucket < $4::timestamptz
          union all
          select currency, 1 from changes
           where own and created_at >= $3::timestamptz and created_at < $4::timestamptz) found
   group by currency having sum(size) > 0
   order by sum(size) desc, currency`;

/** The currencies that the days of a range have figures in, most of them first. Takes no lock. */
export function readCurrencies(
  rollup: RollupSql,
  ctx: Context,
  { from, to }: Span,
): Promise<{ code: string; count: number }[]> {
  const values = [ctx.accountId, ctx.mode, from, to];
  return snapshot((run) =>
    run(`analytics.currencies_${rollup.name}`, numbered(CURRENCIES(rollup)), values),
  );
}
