import type { TransferKind } from "#lib/domain/ledger/index.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** How each kind of transfer changes the payout balance. */
export const EFFECTS = {
  topup: 1n,
  payout: -1n,
  payout_settled: 0n,
  payout_released: 1n,
  payout_returned: 1n,
} as const satisfies Partial<Record<TransferKind, bigint>>;

export type FundsMove = {
  kind: keyof typeof EFFECTS;
  /** More than zero. */
  amountMinor: bigint;
  /** The payout or top-up that moves it. */
  sourceId: string;
};

/** A received transfer. */
export type Credit = Funds & {
  id: Id<"tu">;
  /** The rail's id of the transfer. */
  railReference: string;
  payerName: string | null;
  receivedAt: Date;
  createdAt: Date;
};

export type Funds = { amountMinor: bigint; currency: string };
