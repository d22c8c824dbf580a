import type { Period } from "#lib/kernel/period.ts";

/** What the list of settlements is narrowed to; what is left out does not matter. */
export type SettlementFilter = {
  statuses?: readonly string[];
  currencies?: readonly string[];
  /** By the day of arrival. */
  arrival?: Period;
  /** By the moment of the cut-off. */
  cutOff?: Period;
  /** An id, or how it begins. */
  search?: string;
};

/** A stretch of days (`YYYY-MM-DD`), both included. */
export type DayRange = { fromDay: string; toDay: string };

/** What arrives on one day in one currency, and how it came about. */
export type ArrivalDay = {
  day: string;
  settlements: number;
  grossMinor: bigint;
  interchangeMinor: bigint;
  schemeFeeMinor: bigint;
  markupMinor: bigint;
  commissionMinor: bigint;
  refundsMinor: bigint;
  chargebacksMinor: bigint;
  adjustmentsMinor: bigint;
  netMinor: bigint;
  /** Of the net, what the merchant's bank sent back: it is on the balance again. */
  returnedMinor: bigint;
};

/** What is under way to the merchant's bank in one currency. */
export type InTransit = {
  currency: string;
  amountMinor: bigint;
  settlements: number;
  /** `YYYY-MM-DD`, of the one that arrives first. */
  nextArrival: string;
  nextAmountMinor: bigint;
};

/** The same money by three books that are kept apart. */
export type SettlementBooks = {
  /** What the settlement says. */
  netMinor: bigint;
  /** What its balance transactions add up to, and how many there are. */
  rowsMinor: bigint;
  rowCount: number;
  /** What the ledger's transfers for those rows brought to the merchant's balance. */
  ledgerMinor: bigint;
  /** What the ledger took from the balance for the settlement. */
  sweptMinor: bigint;
};
