import type { PayoutAccount } from "./payouts.ts";

/** Where a merchant is to send money that will be paid out. */
export type FundingRequest = {
  /** The merchant, by our name for it. */
  accountId: string;
  currency: string;
  /** What the merchant's transfers are known by. */
  reference: string;
};

/** `not_offered`: nothing can be sent in that currency. */
export type FundingOutcome =
  | { result: "account"; bank: string; account: PayoutAccount }
  | { result: "not_offered" };

/** The rail's own name for a transfer that it received, or expects. */
export type CreditRequest = { id: string };

/** `received` is final: the money is there and stays. `pending`: it was announced, and is not there yet. */
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
