import type { RefundReason } from "./refunds.ts";

/** What a job does with each of many objects. */
export const BULK_ACTIONS = ["tag", "refund"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** `stopped`: a person ended it; objects that were not begun stay as they are. */
export const BULK_JOB_STATUSES = ["running", "completed", "stopped"] as const;
export type BulkJobStatus = (typeof BULK_JOB_STATUSES)[number];

/** An object of a job: waiting, begun (its outcome is not known yet), done, as wanted before (`unchanged`), or refused. */
export const BULK_ITEM_STATES = ["waiting", "begun", "done", "unchanged", "refused"] as const;
export type BulkItemState = (typeof BULK_ITEM_STATES)[number];

/** Rows that can be chosen one by one, and objects of a job over a filter. */
export const MOST_BULK_CHOSEN = 500;
export const MOST_BULK = 10_000;

/** What a job does: one tag added or removed, or refunds with a reason. */
export type BulkParams = { add: string } | { remove: string } | { reason: RefundReason | null };
