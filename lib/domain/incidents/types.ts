import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Tally } from "#lib/kernel/raised-rates.ts";
import type { IncidentDimension } from "#lib/kernel/vocabulary/incidents.ts";

/** A value of a dimension in which incidents are searched, or all payments of the account. */
export type WatchedSlice = { dimension: IncidentDimension; value: string };

/** A decided payment. */
export type Decided = {
  atMs: number;
  declined: boolean;
  /** The decline code; null if approved. */
  code: string | null;
  /** The values of the dimensions; `all` is empty, and so is a value that the payment does not have. */
  values: Readonly<Record<IncidentDimension, string>>;
};

/** The usual figures of a slice in an hour of the week. */
export type Norm = WatchedSlice & {
  /** The decline rate with which payments are compared: the usual one, with half a standard error. */
  rate: number;
  /** Shares of the decline codes in its declines. A code that is missing has `rare`. */
  codes: ReadonlyMap<string, number>;
  rare: number;
  /** The slice's decided payments in the same hour of earlier weeks, with the hour before and after. */
  usual: Tally;
  /** Decided payments to be expected in this hour. */
  perHour: number;
  /** Decided payments in 30 days. */
  perMonth: number;
  /** Its claim on its dimension's false alarms, relative to the other slices. */
  claim: number;
};

export type Norms = {
  /** Decided payments of the account in 30 days. */
  perMonth: number;
  /** Codes for which there is an alternative. */
  codes: readonly string[];
  /** By `sliceKey`; a slice without a norm is not tested. */
  slices: ReadonlyMap<string, Norm>;
  /** The sum of the claims of each dimension's slices. */
  claims: ReadonlyMap<IncidentDimension, number>;
};

/** An excursion of one test above zero. */
export type Excursion = {
  /** The log likelihood ratio gathered since it began. */
  gain: number;
  /** The time of its first payment. */
  sinceMs: number;
  of: number;
  declined: number;
};

/** The running tests, by slice and alternative; those at zero are left out. */
export type Watch = Readonly<Record<string, Readonly<Record<string, Excursion>>>>;

/** A slice whose test has passed its threshold. */
export type Alarm = WatchedSlice & {
  sinceMs: number;
  of: number;
  declined: number;
  /** The evidence: the test's log likelihood ratio. */
  gain: number;
  /** The decline code that most of the declines have, if the alarm is about one. */
  code: string | null;
};

export type Incident = WatchedSlice & {
  accountId: Id<"acct">;
  id: Id<"inc">;
  mode: Mode;
  code: string | null;
  since: Date;
  openedAt: Date;
  /** When approvals were back to normal; null until then. */
  until: Date | null;
  /** When that was found. */
  resolvedAt: Date | null;
  /** Payments of the slice in the same hour of earlier weeks. */
  usual: Tally;
  /** Payments of the slice since it began. */
  current: Tally;
  /** Declined payments in a row that the test needs for this slice. */
  leastDeclines: number;
  /** Payments of the slice to be expected in an hour. */
  perHour: number;
};

/** Declined amounts of an incident that no later payment has recovered. */
export type AtRisk = { currency: string; amountMinor: bigint };

/** The test whether an incident is over. */
export type Recovery = {
  gain: number;
  /** The first payment of the run that speaks for the usual rate; null if there is none. */
  sinceMs: number | null;
  of: number;
  /** The last decided payment of the slice. */
  lastMs: number;
};

/** The tests after the payments up to a moment. */
export type Tests = { watch: Watch; recovery: Recovery | null };
