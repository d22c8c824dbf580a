/** Types of balance transactions; also their reporting categories. In the order in which the dashboard offers them. */
export const ENTRY_TYPES = [
  "charge",
  "refund",
  "refund_failure",
  "dispute",
  "dispute_reversal",
  "settlement_failure",
  "payment_failure",
  "adjustment",
] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

export const SETTLEMENT_STATUSES = ["scheduled", "paid", "failed"] as const;
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number];

/** `available` once the cut-off has passed. */
export const FUNDS_STATUSES = ["pending", "available"] as const;
export type FundsStatus = (typeof FUNDS_STATUSES)[number];

/** Where an entry's money is: before its cut-off, after it and not settled, or in a settlement. */
export const ENTRY_PLACES = [...FUNDS_STATUSES, "settled"] as const;
export type EntryPlace = (typeof ENTRY_PLACES)[number];
