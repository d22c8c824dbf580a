import { planAnew, snapshot } from "#db/by-indexes.ts";
import type { RunPrepared } from "#db/prepared-transaction.ts";
import { at, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Parameters, type Statement, statementsOf } from "./figures-sql.ts";
import type { RollupSql } from "./rollup-sql.ts";
import { GRAINS, hasWholeHours, type Span, splitRange } from "./split-range.ts";
import type { AnalyticsQuery } from "./types.ts";

export type FigureRow = { dimension: string; value: string } & Record<
  string,
  bigint | null | string
>;

/**
 * The sums of each range by time, hour of the day and dimension, all of one moment: what the rollup holds,
 * and only where there is any, what it does not. Takes no lock.
 */
export function readRanges<D extends string>(
  rollup: RollupSql,
  ctx: Context,
  queries: readonly AnalyticsQuery<D>[],
): Promise<FigureRow[][]> {
  return snapshot({ plans: "kept" }, async (run) => {
    const { hasNews, areLast } = await readState(run, rollup, ctx, queries);
    const ranges = queries.map((query, i) => {
      const to = areLast[i] ? hourEnd(query.to) : query.to;
      return { query, parameters: parametersOf(rollup, ctx, { ...query, to }) };
    });
    const found: FigureRow[][] = [];
    for (const { parameters } of ranges) {
      found.push(await runStatement(run, statementsOf(rollup).rolled, parameters));
    }
    if (ranges.every(({ query, parameters }) => !hasNews && hasNoRest(query, parameters)))
      return found;
    await planAnew(run);
    for (const [i, { query, parameters }] of ranges.entries()) {
      if (!hasNews && hasNoRest(query, parameters)) continue;
      const fresh = await runStatement(run, statementsOf(rollup).fresh, parameters);
      found[i] = addedUp(rollup, [...found[i]!, ...fresh]);
    }
    return found;
  });
}

const hasNoRest = ({ filters }: AnalyticsQuery<string>, { edgeFroms }: Parameters) =>
  !Object.values(filters).some(Boolean) && edgeFroms.length === 0;

/** The end of the hour that a moment lies in; a whole hour is its own. */
const hourEnd = (moment: Date) => at(Math.ceil(moment.getTime() / HOUR_MS) * HOUR_MS);

/** A range that goes up to the present, or beyond, may be read up to the end of its hour: nothing is there. */
async function readState(
  run: RunPrepared,
  rollup: RollupSql,
  ctx: Context,
  queries: readonly Span[],
): Promise<{ hasNews: boolean; areLast: boolean[] }> {
  const ends = queries.map(({ to }) => to);
  const values = [ctx.accountId, ctx.mode, ends, ends.map(hourEnd)];
  const { state } = statementsOf(rollup);
  const [row] = await run<{ hasNews: boolean; areLast: boolean[] }>(
    `analytics.state_${rollup.name}`,
    state,
    values,
  );
  return row!;
}

function runStatement(
  run: RunPrepared,
  { name, text, parameters: names }: Statement,
  parameters: Parameters,
): Promise<FigureRow[]> {
  const values = names.map((one) => parameters[one]);
  return run<FigureRow>(name, text, values);
}

/** Rows of the same dimension and value, as one. */
function addedUp({ measures }: RollupSql, rows: readonly FigureRow[]): FigureRow[] {
  const found = new Map<string, FigureRow>();
  for (const row of rows) {
    const key = `${row.dimension} ${row.value}`;
    const sum = found.get(key);
    if (!sum) {
      found.set(key, row);
      continue;
    }
    for (const [column, , again] of measures) {
      const [one, other] = [BigInt(sum[column] ?? 0), BigInt(row[column] ?? 0)];
      sum[column] = again === "max" ? (one > other ? one : other) : one + other;
    }
  }
  return [...found.values()];
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
    ...Object.fromEntries(
      rollup.dimensions.map((name) => [`meets_${name}`, filters[name as D] ?? null]),
    ),
  };
}

/** The currencies that the days of a range have figures in, most of them first. Takes no lock. */
export function readCurrencies(
  rollup: RollupSql,
  ctx: Context,
  { from, to }: Span,
): Promise<{ code: string; count: number }[]> {
  const values = [ctx.accountId, ctx.mode, from, to];
  const { currencies } = statementsOf(rollup);
  return snapshot({ plans: "kept" }, (run) =>
    run(`analytics.currencies_${rollup.name}`, currencies, values),
  );
}
