import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** When an account gets its next weekly e-mail. */
export type WeeklyMail = {
  accountId: Id<"acct">;
  mode: Mode;
  id: string;
  active: boolean;
  /** The Monday of the next week to report. */
  nextFrom: string;
  /** When the last reported week ended, where that week begins: the account may have changed its time zone since. Null before
   *  the first one. */
  fromAt: Date | null;
  /** Null while switched off. */
  dueAt: Date | null;
};

/** A week of local days; it begins where the week before ended. */
export type Week = { from: Date; to: Date; firstDay: string; lastDay: string; timezone: string };

/** The movements of one currency in a week. `net` is the rest after refunds, disputes, other entries and fees. */
export type WeekSums = {
  currency: string;
  charges: number;
  gross: bigint;
  refunds: bigint;
  disputes: bigint;
  other: bigint;
  fees: bigint;
  net: bigint;
  /** Settlements that arrived in the week, among those that were recorded as paid in it. */
  settlements: number;
  settled: bigint;
  /** The others: they arrived before the week. */
  lateSettlements: number;
  settledLate: bigint;
  payouts: number;
  paidOut: bigint;
  payoutReturns: number;
  cameBack: bigint;
};

export type WeekFigures = {
  sums: readonly WeekSums[];
  /** The two sides of the approval rate. */
  approved: number;
  declined: number;
  openDisputes: number;
  disputesDue: number;
  /** The nearest deadline of these. */
  nextDeadline: Date | null;
};
