import type { Id } from "#lib/kernel/ids.ts";
import type { LedgerAccount, TransferKind } from "./accounts.ts";

/** One movement of money in our books. `sourceId` is the payment or refund that moved it. */
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
