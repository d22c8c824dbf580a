/** Why a payment cannot be retried by the merchant. The first that applies is given. */
export const RETRY_REFUSALS = [
  "not_declined",
  "taken_back",
  "hard_decline",
  "wrong_data",
  "paid_since",
  "under_way",
  "tried_since",
  "too_old",
  "invoice_closed",
  "needs_payer",
  "must_authenticate",
  "method_ended",
  "scheme_limit",
  "retry_limit",
] as const;
export type RetryRefusal = (typeof RETRY_REFUSALS)[number];

/** `stopped`: a person ended it; payments that were not begun are not charged. */
export const RETRY_JOB_STATUSES = ["running", "completed", "stopped"] as const;
export type RetryJobStatus = (typeof RETRY_JOB_STATUSES)[number];

/** A payment of a job: waiting, retried with a new payment, or refused when its turn came. */
export const RETRY_ITEM_STATES = ["waiting", "retried", "refused"] as const;
export type RetryItemState = (typeof RETRY_ITEM_STATES)[number];
