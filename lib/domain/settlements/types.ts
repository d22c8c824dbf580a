import type { Fees } from "#lib/domain/fees/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { SettlementStatus } from "#lib/kernel/vocabulary/balance.ts";

/** Sums of balance transactions. All but `adjustments` and `net` are zero or more. */
export type Totals = {
  gross: bigint;
  fees: Fees;
  refunds: bigint;
  /** Including dispute fees. */
  chargebacks: bigint;
  /** The part of the chargebacks that is fees. */
  disputeFees: bigint;
  /** All other entries, such as failed refunds, won disputes, returned settlements and late failures. */
  adjustments: bigint;
  /** gross − fees − refunds − chargebacks + adjustments. */
  net: bigint;
  transactionCount: number;
};

export type Settlement = Totals & {
  id: Id<"stl">;
  accountId: Id<"acct">;
  mode: Mode;
  status: SettlementStatus;
  currency: string;
  /** From one cut-off to another; `periodEnd` is excluded. */
  periodStart: Date;
  periodEnd: Date;
  /** `YYYY-MM-DD`: the day on which it arrives; after it arrived, when it did. */
  arrivalDate: string;
  /** When the merchant's bank had the money; null unless paid. */
  paidAt: Date | null;
  /** The reference on the bank statement; null in live mode until the acquirer reports it. */
  bankReference: string | null;
  bankAccountLast4: string;
  failureReason: string | null;
  railCheckAt: Date | null;
  createdAt: Date;
};

/** Filters of the settlement list; all that are set must match. */
export type SettlementFilter = {
  statuses?: readonly string[];
  currencies?: readonly string[];
  /** Day of arrival. */
  arrival?: Period;
  /** Time of the cut-off. */
  cutOff?: Period;
  /** The first characters of an id, or a whole bank reference. */
  search?: string;
};

/** A range of days (`YYYY-MM-DD`), both included. */
export type DayRange = { fromDay: string; toDay: string };

/** The sums of the settlements of one arrival day, currency and status: what has arrived is never added to what is expected
 *  or was returned. */
export type ArrivalDay = {
  day: string;
  status: SettlementStatus;
  settlements: number;
  grossMinor: bigint;
  interchangeMinor: bigint;
  schemeFeeMinor: bigint;
  markupMinor: bigint;
  commissionMinor: bigint;
  refundsMinor: bigint;
  /** Including dispute fees. */
  chargebacksMinor: bigint;
  disputeFeesMinor: bigint;
  adjustmentsMinor: bigint;
  netMinor: bigint;
};

/** The sum of the scheduled settlements in one currency. */
export type InTransit = {
  currency: string;
  amountMinor: bigint;
  settlements: number;
  /** `YYYY-MM-DD`, the earliest arrival. */
  nextArrival: string;
  nextAmountMinor: bigint;
  /** `YYYY-MM-DD`, the latest arrival. */
  lastArrival: string;
};

/** A settlement's net in three separate records. */
export type SettlementBooks = {
  /** Net of the settlement itself. */
  netMinor: bigint;
  /** Sum and number of its balance transactions. */
  rowsMinor: bigint;
  rowCount: number;
  /** Effect of their ledger transfers on the merchant's balance. */
  ledgerMinor: bigint;
  /** The ledger transfer from the balance to the settlement. */
  sweptMinor: bigint;
};
