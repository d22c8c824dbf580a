/** Asks what became of the transfer of one day's funds to the merchant's bank. */
export type SettlementRequest = {
  /** The settlement's id. */
  id: string;
  /** Our id of the merchant. */
  accountId: string;
  amountMinor: bigint;
  currency: string;
  /** The cut-off: what was booked before it is in the settlement. */
  cutOffMs: number;
  /** The merchant's time now. */
  askedAtMs: number;
};

/** `paid` and `returned` are final. `unknown`: the rail has not begun the transfer. */
export type SettlementOutcome =
  | { result: "scheduled" | "unknown" }
  | {
      result: "paid";
      /** When the merchant's bank had the money. */
      paidAtMs: number;
      /** The reference on the bank statement. */
      bankReference: string;
    }
  | { result: "returned"; failureReason: string };
