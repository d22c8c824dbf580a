import type { RefundReason } from "./refunds.ts";

/** Actions of a job on each of many objects. */
export const BULK_ACTIONS = ["tag", "refund"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Rows that can be chosen one by one, and objects of a job over a filter. */
export const MOST_BULK_CHOSEN = 500;
export const MOST_BULK = 10_000;

/** Parameters of a job: the tag to add or remove, or the reason of its refunds. */
export type BulkParams = { add: string } | { remove: string } | { reason: RefundReason | null };
