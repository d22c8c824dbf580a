import { keepPlansHere, planAnew, type RunPrepared, snapshot } from "#db/prepared.ts";

import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Parameters, type Statement, statementsOf } from "./figures-sql.ts";
import { pairWith } from "./pairs-sql.ts";
import { TAKE_MEMORY } from "./roll-store.ts";
import type { RollupSql } from "./rollup-sql.ts";
import {
  GRAINS,
  hasWholeHours,
  inKindGrains,
  type Span,
  splitRange,
  stretchesOf,
} from "./split-range.ts";
import type { AnalyticsQuery } from "./types.ts";

export type FigureRow = { dimension: string; value: string } & Record<
  string,
  bigint | null | string
>;

/**
 * Sums of each range by time, hour of the day and dimension, all from one snapshot: from the rollup, plus facts and
 * edges that it does not hold, if there are any. Takes no lock.
 */
export function readRanges<D extends string>(
  rollup: RollupSql,
  ctx: Context,
  queries: readonly AnalyticsQuery<D>[],
): Promise<FigureRow[][]> {
  return snapshot({ plans: "kept" }, async (run) => {
    const { hasNewFacts, areLast } = await readState(run, rollup, ctx, queries);
    const ranges = queries.map((query, i) => {
      const to = areLast[i] ? dayEnd(query.to) : query.to;
      return parametersOf(rollup, ctx, { ...query, to });
    });
    const found: FigureRow[][] = [];
    for (const parameters of ranges) {
      const paired = await pairsFor(run, rollup, parameters);
      found.push(await runStatement(run, statementFor(rollup, paired), paired));
    }
    const isWhole = ({ edgeFroms }: Parameters) => !hasNewFacts && edgeFroms.length === 0;
    if (ranges.every(isWhole)) return found;
    await planAnew(run);
    for (const [i, parameters] of ranges.entries()) {
      if (isWhole(parameters)) continue;
      const fresh = await runStatement(run, statementsOf(rollup).fresh, parameters);
      found[i] = addedUp(rollup, [...found[i]!, ...fresh]);
    }
    return found;
  });
}

/** The statement for the whole hours: it reads the rollup, or the kinds if there are filters. */
function statementFor(rollup: RollupSql, parameters: Parameters): Statement {
  const { isNarrowed, narrowed, hours, pair } = parameters;
  const statements = statementsOf(rollup);
  if (pair !== null) return statements.narrowedByPair;
  if (hours) return isNarrowed ? statements.narrowedOfHours : statements.rolledOfHours;
  if (!isNarrowed) return statements.rolled;
  return narrowed ? statements.narrowedByOne : statements.narrowed;
}

/** Enough to group a year of hours by hashing. */
const PAIR_MEMORY = "32MB";

/** With more stretches of weeks without sums of pairs, it is faster to read the kinds alone. */
const MAX_STRETCHES = 4;

/** The parameters with the weeks that are summed by pairs, if a pair answers the filters. */
async function pairsFor(
  run: RunPrepared,
  rollup: RollupSql,
  parameters: Parameters,
): Promise<Parameters> {
  const { pair, account, mode, wholeFrom, wholeTo } = parameters;
  const kindsOnly = { ...parameters, pair: null };
  if (pair === null || wholeFrom >= wholeTo) return kindsOnly;
  const weeks = await run<{ week: Date }>(
    `analytics.unpaired_${rollup.name}`,
    statementsOf(rollup).unpaired,
    [account, mode, wholeFrom, wholeTo],
  );
  const { within: rest, outside } = stretchesOf(
    { from: wholeFrom, to: wholeTo },
    weeks.map(({ week }) => week),
  );
  if (rest.length > MAX_STRETCHES || outside.length === 0) return kindsOnly;
  await run("analytics.memory", TAKE_MEMORY, [PAIR_MEMORY]);
  return {
    ...parameters,
    // A row has a whole day, so the days that the range cuts are read too.
    pairFroms: outside.map(({ from }) => dayStart(from)),
    pairTos: outside.map(({ to }) => to),
    restFroms: rest.map(({ from }) => from),
    restTos: rest.map(({ to }) => to),
  };
}

/** The end of the UTC day that contains `moment`; midnight is its own end. */
export const dayEnd = (moment: Date) => dateFromMs(Math.ceil(moment.getTime() / DAY_MS) * DAY_MS);

const dayStart = (moment: Date) => dateFromMs(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);

/** For each range, whether no rows lie between its end and the end of that day. It can then be read to the end of the
 *  day: a day is one row of the rollup, its hours are many. */
export async function readState(
  run: RunPrepared,
  rollup: RollupSql,
  ctx: Context,
  queries: readonly Span[],
): Promise<{ hasNewFacts: boolean; areLast: boolean[] }> {
  const ends = queries.map(({ to }) => to);
  const { state, rolledTo } = statementsOf(rollup);
  const [rolled] = await run<{ at: string }>(`analytics.rolled_${rollup.name}`, rolledTo, []);
  const values = [ctx.accountId, ctx.mode, ends, ends.map(dayEnd), rolled!.at];
  const [row] = await run<{ hasNewFacts: boolean; areLast: boolean[] }>(
    `analytics.state_${rollup.name}`,
    state,
    values,
  );
  // The statements after this one read rollups, which no node has.
  await keepPlansHere(run);
  return row!;
}

/** Runs a statement with the parameters that it names. */
export function runStatement<Row extends object = FigureRow>(
  run: RunPrepared,
  { name, text, parameters: names }: Statement,
  parameters: Partial<Parameters>,
): Promise<Row[]> {
  const values = names.map((one) => parameters[one]);
  return run<Row>(name, text, values);
}

/** Merges rows of the same dimension and value. */
function addedUp({ measures }: RollupSql, rows: readonly FigureRow[]): FigureRow[] {
  const found = new Map<string, FigureRow>();
  for (const row of rows) {
    const key = `${row.dimension} ${row.value}`;
    const sum = found.get(key);
    if (!sum) {
      found.set(key, row);
      continue;
    }
    for (const [column, gather] of measures) {
      const [one, other] = [BigInt(sum[column] ?? 0), BigInt(row[column] ?? 0)];
      sum[column] = gather === "max" ? (one > other ? one : other) : one + other;
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
  const { whole, parts: all, rest } = splitRange({ from, to });
  const narrowed = rollup.dimensions.filter((name) => filters[name as D]);
  const timeGrain = hasWholeHours(zone, query) ? GRAINS.hour : GRAINS.quarter;
  const isWhole = timeGrain === GRAINS.hour;
  const hours = query.hours ?? null;
  const isNarrowed = narrowed.length > 0 || (hours !== null && !isWhole);
  const parts = isNarrowed ? inKindGrains(all) : all;
  // The rollup has hours of a single dimension, but not quarters of an hour.
  const one = narrowed.length === 1 && isWhole ? narrowed[0]! : null;
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
    value: null,
    grains: parts.map(({ grain }) => grain),
    sliceFroms: parts.map((part) => part.from),
    sliceTos: parts.map((part) => part.to),
    edgeFroms: rest.map((edge) => edge.from),
    edgeTos: rest.map((edge) => edge.to),
    timeGrain,
    hours,
    isNarrowed,
    narrowed: one ?? "",
    pair: narrowed.length > 1 && isWhole && !hours ? pairWith(rollup, narrowed) : null,
    pairFroms: [],
    pairTos: [],
    restFroms: [],
    restTos: [],
    narrowedTo: one === null ? [] : (filters[one as D] ?? []),
    ...Object.fromEntries(
      rollup.dimensions.map((name) => [`meets_${name}`, filters[name as D] ?? null]),
    ),
  };
}

/** The currencies with figures on the days of a range, most used first. Takes no lock. */
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
