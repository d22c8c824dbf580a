/** Kinds of objects that a search can find. */
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

/** An object that a search found. */
export type Found = {
  kind: FoundKind;
  id: string;
  /** Description, name, e-mail address or type. */
  label: string | null;
  amountMinor: bigint | null;
  currency: string | null;
  status: string | null;
  createdAt: Date;
};
