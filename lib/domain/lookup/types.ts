/** What can be found, by the word of its page. */
export type FoundKind =
  | "payment"
  | "payout"
  | "batch"
  | "mandate"
  | "plan"
  | "subscription"
  | "invoice"
  | "refund"
  | "dispute"
  | "customer"
  | "payment_method"
  | "settlement"
  | "balance_transaction"
  | "endpoint"
  | "event"
  | "delivery"
  | "replay"
  | "request"
  | "transfer"
  | "top_up"
  | "download"
  | "key";

/** One thing of the merchant's, as a search names it. */
export type Found = {
  kind: FoundKind;
  id: string;
  /** What people call it: a description, a name, an address, a type. */
  label: string | null;
  amountMinor: bigint | null;
  currency: string | null;
  status: string | null;
  createdAt: Date;
};
