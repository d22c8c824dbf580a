/** What payments' outcomes can be told apart by. */
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

/** What the costs of charges can be told apart by. */
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

/** Sums over payments that have an outcome, by the payment's creation. */
export type OutcomeSums = {
  approved: number;
  declined: number;
  /** Of the declined, those that a later try may pass. */
  softDeclined: number;
  authenticationFailed: number;
  abandoned: number;
  /** Of the declined, every one whose chain of retries a later payment ended with success: as many as the declines
   *  report names in `recovered_by`. */
  recovered: number;
  approvedAmountMinor: bigint;
  declinedAmountMinor: bigint;
  softDeclinedAmountMinor: bigint;
  /** What those successes brought in, each once: counted at the declined payment that the success itself tried again. */
  recoveredAmountMinor: bigint;
};

/** Sums over charges, by their booking. */
export type CostSums = {
  charges: number;
  amountMinor: bigint;
  interchangeMinor: bigint;
  schemeFeeMinor: bigint;
  markupMinor: bigint;
  commissionMinor: bigint;
};

export type Interval = "hour" | "day" | "week" | "month";

/** For each named dimension, the values of which one must be met. */
export type Filters<D extends string> = Partial<Record<D, readonly string[]>>;

export type AnalyticsQuery<D extends string> = {
  /** Half-open. */
  from: Date;
  to: Date;
  /** Whose hours, days, weeks and months. */
  zone: string;
  currency: string;
  interval: Interval;
  filters: Filters<D>;
  /** Hours of the zone's clock, 0 to 23, of which one must be met; all of them when it is left out. */
  hours?: readonly number[] | undefined;
  /** Which dimensions are wanted; all of them when it is left out. */
  dimensions?: readonly D[];
};

export type Figures<D extends string, Sums> = {
  total: Sums;
  /** Only intervals with something in them: by hour its moment (`2026-11-17T13:00:00Z`), else the local
   *  day that it begins with (`2026-11-17`). */
  series: { at: string; sums: Sums }[];
  /** By hour of the local day, 0 to 23. */
  hours: { hour: number; sums: Sums }[];
  /** For each dimension its values, the empty one for payments that have none. */
  dimensions: Record<D, { value: string; sums: Sums }[]>;
};
