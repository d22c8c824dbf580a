import type { PayeeResult, PayoutRail } from "#lib/kernel/vocabulary/payouts.ts";

/** A bank account to pay to: an IBAN, or an account number with its sort code. */
export type PayoutAccount = {
  name: string;
  iban: string | null;
  accountNumber: string | null;
  /** Sort code, BSB, or institution and transit number. */
  sortCode: string | null;
  bic: string | null;
  country: string;
};

export type PayeeRequest = { beneficiary: PayoutAccount; currency: string };

export type PayeeVerification = {
  result: PayeeResult;
  /** The account holder's name, if the bank returned it for a close match. */
  accountName: string | null;
};

export type PayoutRequest = {
  /** The payout's id; with a suffix for the second rail. */
  id: string;
  /** Our id of the merchant. */
  accountId: string;
  rail: PayoutRail;
  amountMinor: bigint;
  currency: string;
  beneficiary: PayoutAccount;
  reference: string | null;
  endToEndId: string;
  /** When it was first sent over this rail: delays count from here. */
  requestedAtMs: number;
  /** The merchant's time now. */
  askedAtMs: number;
};

/** Why money did not arrive or was returned: an ISO 20022 reason code. */
export type PayoutReason = { reasonCode: string };

export const UNPAID_RESULTS = ["rejected", "returned"] as const;

/** `rejected` is final: nothing was or will be moved. Its reason says whether the credit never reached the
 * beneficiary's bank or that bank rejected it. `returned`: it had arrived, and that bank sent it back. */
export type PayoutOutcome =
  | { result: "submitted"; railReference: string; askAgainAfterMs: number }
  | {
      result: "settled";
      railReference: string;
      /** When to ask whether it was returned; undefined: never. */
      watchAfterMs?: number | undefined;
    }
  | ({ result: (typeof UNPAID_RESULTS)[number]; railReference: string } & PayoutReason);

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
