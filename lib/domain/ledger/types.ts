import type { Id } from "#lib/kernel/ids.ts";
import type { LedgerAccount, TransferKind } from "#lib/kernel/vocabulary/ledger.ts";

/** A transfer to book. `sourceId` is the object that caused it: a payment, refund, dispute, settlement, payout or
 *  top-up. */
export type NewTransfer = {
  kind: TransferKind;
  amountMinor: bigint;
  currency: string;
  sourceId: string;
};

export type Transfer = NewTransfer & {
  id: Id<"ltr">;
  debit: LedgerAccount;
  credit: LedgerAccount;
  createdAt: Date;
};
