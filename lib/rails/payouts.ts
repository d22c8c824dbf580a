/** A bank account to pay to: an IBAN, or an account number with what its country puts before it. */
export type PayoutAccount = {
  name: string;
  iban: string | null;
  accountNumber: string | null;
  /** Sort code, BSB, transit and institution number. */
  sortCode: string | null;
  bic: string | null;
  country: string;
};

export type PayeeRequest = { beneficiary: PayoutAccount; currency: string };

export const PAYEE_RESULTS = ["match", "close_match", "no_match", "unavailable"] as const;
export type PayeeVerification = {
  result: (typeof PAYEE_RESULTS)[number];
  /** The name the account is in, where the bank tells: of a close match. */
  accountName: string | null;
};

export const PAYOUT_RAILS = [
  "sepa_instant",
  "sepa_credit",
  "faster_payments",
  "npp",
  "eft",
  "direct_credit",
] as const;
export type PayoutRail = (typeof PAYOUT_RAILS)[number];

export type PayoutRequest = {
  /** The payout's; with a suffix for the second rail that it is tried on. */
  id: string;
  /** The merchant, by our name for it. */
  accountId: string;
  rail: PayoutRail;
  amountMinor: bigint;
  currency: string;
  beneficiary: PayoutAccount;
  reference: string | null;
  endToEndId: string;
  /** When it was first sent over this rail: delayed outcomes count from here. */
  requestedAtMs: number;
  /** The merchant's time when we ask. */
  askedAtMs: number;
};

/** Why money did not arrive, or came back: an ISO 20022 reason code. */
export type PayoutReason = { reasonCode: string };

/** `rejected` is final: nothing was moved, and nothing will be. Its reason says whether the credit never reached the
 *  beneficiary's bank or that bank refused it. `returned`: it had landed, and that bank sent it back. */
export type PayoutOutcome =
  | { result: "submitted"; railReference: string; askAgainAfterMs: number }
  | {
      result: "settled";
      railReference: string;
      /** When to ask whether it came back; left out: the rail will not be asked. */
      watchAfterMs?: number | undefined;
    }
  | ({ result: "rejected" | "returned"; railReference: string } & PayoutReason);
