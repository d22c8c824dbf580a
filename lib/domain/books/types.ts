import type { Id } from "#lib/kernel/ids.ts";

/** What the books hold against each other: settlements against their rows and the ledger; payouts
 *  and what they are drawn on against the ledger; the sums that
 *  reports read against the payments and charges themselves. */
export type CheckSubject = "settlements" | "payouts" | "outcome_rollups" | "cost_rollups";

/** What the last check of a subject found. */
export type BookCheck = {
  subject: CheckSubject;
  agrees: boolean;
  /** What was held against each other, by currency; amounts are minor units, as text. */
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

/** Of one currency: what may be paid out and what is on its way, by the ledger and by the balance and the
 *  payouts themselves. */
export type PayoutSums = {
  currency: string;
  balance: bigint;
  ledgerBalance: bigint;
  inTransit: bigint;
  ledgerInTransit: bigint;
};
