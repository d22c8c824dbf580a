import type { Id } from "#lib/kernel/ids.ts";
import type { LedgerAccount, TransferKind } from "./accounts.ts";

/** One movement of money in our books. `sourceId` is the object that moved it: a payment, a
 *  refund, a dispute, a settlement, a payout, a top-up. */
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
