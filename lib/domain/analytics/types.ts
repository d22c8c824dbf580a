import type { ReportInterval } from "#lib/kernel/vocabulary/reports.ts";

/** Dimensions of payment outcomes. */
export const OUTCOME_DIMENSIONS = [
  "reason",
  "decline_kind",
  "method",
  "scheme",
  "issuer_country",
  "issuer",
  "bin",
  "funding",
  "sca",
  "exemption_outcome",
  "amount_band",
] as const;
export type OutcomeDimension = (typeof OUTCOME_DIMENSIONS)[number];

/** Dimensions of the costs of charges. */
export const COST_DIMENSIONS = [
  "method",
  "region",
  "card_product",
  "scheme",
  "funding",
  "consumer_or_commercial",
  "issuer_country",
] as const;
export type CostDimension = (typeof COST_DIMENSIONS)[number];

/** Sums over payments with an outcome, by the payment's creation time. */
export type OutcomeSums = {
  approved: number;
  declined: number;
  /** The declined that are soft declines. */
  softDeclined: number;
  authenticationFailed: number;
  abandoned: number;
  /** The declined whose retry chain has a later success; equals the rows of the declines report with `recovered_by`. */
  recovered: number;
  approvedAmountMinor: bigint;
  declinedAmountMinor: bigint;
  softDeclinedAmountMinor: bigint;
  /** The amount of these successes, each counted once, at the declined payment that it retried directly. */
  recoveredAmountMinor: bigint;
};

/** Sums over charges, by the time they were booked. */
export type CostSums = {
  charges: number;
  amountMinor: bigint;
  interchangeMinor: bigint;
  schemeFeeMinor: bigint;
  markupMinor: bigint;
  commissionMinor: bigint;
};

/** The permitted values of each filtered dimension. */
export type Filters<D extends string> = Partial<Record<D, readonly string[]>>;

/** `utc_hour`: the hours that rollups have, whatever the zone. Hours of a zone with an offset of half an hour cross two of them. */
export type FigureInterval = ReportInterval | "utc_hour";

export type AnalyticsQuery<D extends string> = {
  /** Half-open. */
  from: Date;
  to: Date;
  /** Time zone of the hours, days, weeks and months. */
  zone: string;
  currency: string;
  interval: FigureInterval;
  filters: Filters<D>;
  /** Local hours of the day, 0 to 23, to include; all by default. */
  hours?: readonly number[] | undefined;
  /** Dimensions to return; all by default. */
  dimensions?: readonly D[];
};

export type Figures<D extends string, Sums> = {
  total: Sums;
  /** Intervals with figures. `at` is the time of an hour (`2026-11-17T13:00:00Z`, before the range if it begins within one), else the first local day
   *  (`2026-11-17`). */
  series: { at: string; sums: Sums }[];
  /** By local hour of the day, 0 to 23. */
  hours: { hour: number; sums: Sums }[];
  /** The values of each dimension; the empty value stands for payments without one. */
  dimensions: Record<D, { value: string; sums: Sums }[]>;
};
