import type { TransferKind } from "#lib/domain/ledger/index.ts";

/** How a transfer changes what may be paid out. */
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

export type Funds = { amountMinor: bigint; currency: string };
