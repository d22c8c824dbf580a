import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { COSTS } from "./cost-sql.ts";
import { type FigureRow, readCurrencies, readRanges } from "./figures-store.ts";
import { OUTCOMES } from "./outcome-sql.ts";
import { findPeriod, type PeriodRow } from "./period-store.ts";
import type { Span } from "./split-range.ts";
import {
  type AnalyticsQuery,
  COST_DIMENSIONS,
  type CostDimension,
  type CostSums,
  type Figures,
  type Interval,
  OUTCOME_DIMENSIONS,
  type OutcomeDimension,
  type OutcomeSums,
} from "./types.ts";

export type OutcomeFigures = Figures<OutcomeDimension, OutcomeSums>;
export type CostFigures = Figures<CostDimension, CostSums>;

/** What became of payments, for each of the given ranges: exact, and all of one moment. Takes no lock. */
export async function readOutcomes(
  ctx: Context,
  queries: readonly AnalyticsQuery<OutcomeDimension>[],
): Promise<OutcomeFigures[]> {
  const found = await readRanges(OUTCOMES, ctx, queries);
  return found.map((rows, i) =>
    figuresOf(rows, queries[i]!.interval === "hour", OUTCOME_DIMENSIONS, toOutcomeSums),
  );
}

/** What charges cost, for each of the given ranges: exact, and all of one moment. Takes no lock. */
export async function readCosts(
  ctx: Context,
  queries: readonly AnalyticsQuery<CostDimension>[],
): Promise<CostFigures[]> {
  const found = await readRanges(COSTS, ctx, queries);
  return found.map((rows, i) =>
    figuresOf(rows, queries[i]!.interval === "hour", COST_DIMENSIONS, toCostSums),
  );
}

/** The currencies of a range, most used first: of outcomes, or of charges. Takes no lock. */
export const currenciesOfOutcomes = (ctx: Context, range: Span) =>
  readCurrencies(OUTCOMES, ctx, range);
export const currenciesOfCosts = (ctx: Context, range: Span) => readCurrencies(COSTS, ctx, range);

function figuresOf<D extends string, Sums>(
  rows: readonly FigureRow[],
  isHourly: boolean,
  names: readonly D[],
  toSums: (row: FigureRow) => Sums,
): Figures<D, Sums> {
  const grouped = Map.groupBy(rows, ({ dimension }) => dimension);
  const valuesOf = (dimension: string) =>
    (grouped.get(dimension) ?? [])
      .map((row) => ({ value: row.value, sums: toSums(row) }))
      // What was counted and taken back again leaves a row of nothing.
      .filter(({ sums }) => Object.values(sums as object).some((sum) => Number(sum) !== 0))
      .sort((a, b) => (a.value < b.value ? -1 : 1));
  return {
    total: toSums(grouped.get("all")![0]!),
    series: valuesOf("time").map(({ value, sums }) => ({
      at: isHourly ? value : value.slice(0, 10),
      sums,
    })),
    hours: valuesOf("hour")
      .map(({ value, sums }) => ({ hour: Number(value), sums }))
      .sort((a, b) => a.hour - b.hour),
    dimensions: Object.fromEntries(names.map((name) => [name, valuesOf(name)])) as Figures<
      D,
      Sums
    >["dimensions"],
  };
}

const amount = (row: FigureRow, column: string) => BigInt(row[column] ?? 0);
const count = (row: FigureRow, column: string) => Number(row[column] ?? 0);

function toOutcomeSums(row: FigureRow): OutcomeSums {
  return {
    approved: count(row, "approved"),
    declined: count(row, "declined"),
    softDeclined: count(row, "soft_declined"),
    authenticationFailed: count(row, "authentication_failed"),
    abandoned: count(row, "abandoned"),
    recovered: count(row, "recovered"),
    approvedAmountMinor: amount(row, "approved_amount"),
    declinedAmountMinor: amount(row, "declined_amount"),
    softDeclinedAmountMinor: amount(row, "soft_declined_amount"),
    recoveredAmountMinor: amount(row, "recovered_amount"),
  };
}

function toCostSums(row: FigureRow): CostSums {
  return {
    charges: count(row, "charges"),
    amountMinor: amount(row, "amount"),
    interchangeMinor: amount(row, "interchange"),
    schemeFeeMinor: amount(row, "scheme_fee"),
    markupMinor: amount(row, "markup"),
    commissionMinor: amount(row, "commission"),
  };
}

export type ReportPeriod = PeriodRow & {
  interval: Interval;
  /** It goes up to the present, and will have more. */
  isOpen: boolean;
};

/** The last so many local days, today among them, or the days from one to another (null: today), both
 *  included. */
type PeriodParams = { days: number } | { fromDay: string; toDay: string | null };

/** A period of local days, and as many before it to compare with: at least a week earlier, so that the
 *  same days of the week meet. Takes no lock. */
export async function resolvePeriod(
  ctx: Context,
  { zone, params }: { zone: string; params: PeriodParams },
): Promise<ReportPeriod> {
  const now = businessNow(ctx);
  const ends =
    "days" in params
      ? { firstDay: null, lastDay: null, days: params.days }
      : { firstDay: params.fromDay, lastDay: params.toDay, days: 0 };
  const period = await findPeriod({ zone, now, ...ends });
  return { ...period, interval: intervalOf(period.days), isOpen: period.to >= now };
}

/** As many points as a chart can show. */
function intervalOf(days: number): Interval {
  if (days <= 2) return "hour";
  if (days <= 92) return "day";
  return days <= 732 ? "week" : "month";
}
