import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { ReportInterval } from "#lib/kernel/vocabulary/reports.ts";
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
  type FigureInterval,
  type Figures,
  OUTCOME_DIMENSIONS,
  type OutcomeDimension,
  type OutcomeSums,
} from "./types.ts";

export type OutcomeFigures = Figures<OutcomeDimension, OutcomeSums>;
export type CostFigures = Figures<CostDimension, CostSums>;

/** Outcomes of payments for each range, exact and from one snapshot. Takes no lock. */
export async function readOutcomes(
  ctx: Context,
  queries: readonly AnalyticsQuery<OutcomeDimension>[],
): Promise<OutcomeFigures[]> {
  const found = await readRanges(OUTCOMES, ctx, queries);
  return found.map((rows, i) =>
    figuresOf(rows, isHourly(queries[i]!), OUTCOME_DIMENSIONS, toOutcomeSums),
  );
}

/** Costs of charges for each range, exact and from one snapshot. Takes no lock. */
export async function readCosts(
  ctx: Context,
  queries: readonly AnalyticsQuery<CostDimension>[],
): Promise<CostFigures[]> {
  const found = await readRanges(COSTS, ctx, queries);
  return found.map((rows, i) =>
    figuresOf(rows, isHourly(queries[i]!), COST_DIMENSIONS, toCostSums),
  );
}

const isHourly = ({ interval }: { interval: FigureInterval }) =>
  interval === "hour" || interval === "utc_hour";

/** The currencies of a range, most used first. Takes no lock. */
export const currenciesOfOutcomes = (ctx: Context, range: Span) =>
  readCurrencies(OUTCOMES, ctx, range);
export const currenciesOfCosts = (ctx: Context, range: Span) => readCurrencies(COSTS, ctx, range);

function figuresOf<D extends string, Sums>(
  rows: readonly FigureRow[],
  hasTimes: boolean,
  names: readonly D[],
  toSums: (row: FigureRow) => Sums,
): Figures<D, Sums> {
  const grouped = Map.groupBy(rows, ({ dimension }) => dimension);
  const valuesOf = (dimension: string) =>
    (grouped.get(dimension) ?? [])
      .map((row) => ({ value: row.value, sums: toSums(row) }))
      // A fact that was counted and taken back leaves a row of zeros.
      .filter(({ sums }) => Object.values(sums as object).some((sum) => Number(sum) !== 0))
      .sort((a, b) => (a.value < b.value ? -1 : 1));
  return {
    total: toSums(grouped.get("all")![0]!),
    series: valuesOf("time").map(({ value, sums }) => ({
      at: hasTimes ? value : value.slice(0, 10),
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
  interval: ReportInterval;
  /** Whether the period reaches the current time and can still change. */
  isOpen: boolean;
};

/** The last `days` local days including today, or an inclusive range of days (`toDay` null: today). */
type PeriodParams = { days: number } | { fromDay: string; toDay: string | null };

/** A period of local days and the previous period of equal length, at least 7 days earlier so that short periods are
 *  compared with the same weekdays, or `daysBefore` days earlier. Takes no lock. */
export async function resolvePeriod(
  ctx: Context,
  {
    zone,
    params,
    daysBefore = null,
  }: { zone: string; params: PeriodParams; daysBefore?: number | null },
): Promise<ReportPeriod> {
  const now = businessNow(ctx);
  const ends =
    "days" in params
      ? { firstDay: null, lastDay: null, days: params.days }
      : { firstDay: params.fromDay, lastDay: params.toDay, days: 0 };
  const period = await findPeriod(ctx, { zone, now, daysBefore, ...ends });
  return { ...period, interval: intervalOf(period.days), isOpen: period.to >= now };
}

/** Chosen so that a chart has a readable number of points. */
function intervalOf(days: number): ReportInterval {
  if (days <= 2) return "hour";
  if (days <= 92) return "day";
  return days <= 732 ? "week" : "month";
}
