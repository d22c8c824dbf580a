import type { PayoutAccount } from "./payouts.ts";

/** Asks for the account to which a merchant sends money for payouts. */
export type FundingRequest = {
  /** Our id of the merchant. */
  accountId: string;
  currency: string;
  /** The reference that identifies the merchant's transfers. */
  reference: string;
};

/** `not_offered`: the currency is not supported. */
export type FundingOutcome =
  | { result: "account"; bank: string; account: PayoutAccount }
  | { result: "not_offered" };

/** The rail's id of a transfer that it received or expects. */
export type CreditRequest = { id: string };

/** `received` is final. `pending`: the transfer is announced and has not arrived. */
export type CreditOutcome =
  | {
      result: "received";
      /** As the payer wrote it. */
      reference: string;
      amountMinor: bigint;
      currency: string;
      payerName: string | null;
      receivedAtMs: number;
    }
  | { result: "pending" };
