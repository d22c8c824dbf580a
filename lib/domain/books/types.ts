import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** Comparisons: settlements with their rows and the ledger; payouts and their balance with the ledger; rollups
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

/** A part of the books that is checked row by row. */
export const PARTS = [
  "entries",
  "transfers",
  "payments",
  "refunds",
  "disputes",
  "settlements",
  "payouts",
  "payout_batches",
  "credits",
  "balances",
  "days",
  "seal",
  "outcome_rollups",
  "cost_rollups",
] as const;
export type Part = (typeof PARTS)[number];

/** A row that contradicts another. */
export type Wrong = {
  /** Where the walk found it. */
  place: string;
  /** The row: an id, or the name of a sum. */
  row: string;
  /** A short name of what it violates. */
  law: string;
  what: string;
};

export type Finding = Omit<Wrong, "place"> & { part: Part; foundAt: Date };

/** The findings of one statement of a walk. */
export type Chunk = {
  /** How much of the budget of a round it used. */
  rows: number;
  /** The place of the last row; null at the end. */
  last: string | null;
  wrong: Wrong[];
};

/** One part of the check. It reads its rows in the order of their places. */
export type Walk = {
  part: Part;
  /** The rows after the place `after`, from one snapshot. */
  next(ctx: Context, after: string): Promise<Chunk>;
  /** The place after which the newest rows begin; null if there are few. */
  newest(ctx: Context): Promise<string | null>;
};
