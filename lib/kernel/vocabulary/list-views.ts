import type { ListName } from "./lists.ts";

/** Lists that have saved views. */
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
] as const satisfies readonly ListName[];
export type ViewedList = (typeof VIEWED_LISTS)[number];
