import type { Id } from "#lib/kernel/ids.ts";

/** What is compared: settlements with their rows and the ledger; payouts and their balance with the ledger; rollups
 *  with the payments and charges themselves. */
export type CheckSubject = "settlements" | "payouts" | "outcome_rollups" | "cost_rollups";

/** The result of the last check of a subject. */
export type BookCheck = {
  subject: CheckSubject;
  agrees: boolean;
  /** The compared figures by currency; amounts are minor units, as text. */
  figures: Record<string, unknown>;
  checkedAt: Date;
};

export type SettlementSums = {
  id: Id<"stl">;
  currency: string;
  net: bigint;
  count: number;
  rowsNet: bigint;
  rowsCount: number;
  ledgerNet: bigint;
  sweptNet: bigint;
};

export type Sums = { currency: string; count: number; amount: bigint };

/** Payout balance and payouts in transit of one currency, each by its own table and by the ledger. */
export type PayoutSums = {
  currency: string;
  balance: bigint;
  ledgerBalance: bigint;
  inTransit: bigint;
  ledgerInTransit: bigint;
};
