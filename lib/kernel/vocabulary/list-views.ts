/** Lists that have saved views, by the end of their path: `/:mode/payout-batches`. */
export const VIEWED_LISTS = [
  "payments",
  "refunds",
  "disputes",
  "customers",
  "mandates",
  "plans",
  "subscriptions",
  "invoices",
  "balance",
  "settlements",
  "payouts",
  "payout-batches",
  "deliveries",
  "events",
  "logs",
] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];
