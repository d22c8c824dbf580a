export const PAYOUT_STATUSES = [
  "pending",
  "submitted",
  "settled",
  "returned",
  "failed",
  "canceled",
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export const BATCH_FORMATS = ["json", "csv", "pain.001"] as const;
export type BatchFormat = (typeof BATCH_FORMATS)[number];

/** A batch is `validating` only within the call that creates it, so no client sees that status. */
export const BATCH_STATUSES = ["validating", "rejected", "processing", "completed"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const APPROVAL_STATES = ["pending", "approved", "refused", "expired", "canceled"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const PAYOUT_RAILS = [
  "sepa_instant",
  "sepa_credit",
  "faster_payments",
  "npp",
  "eft",
  "direct_credit",
] as const;
export type PayoutRail = (typeof PAYOUT_RAILS)[number];

/** Results of asking the beneficiary's bank whether an account has this holder. */
export const PAYEE_VERIFICATIONS = ["match", "close_match", "no_match", "unavailable"] as const;
export type PayeeResult = (typeof PAYEE_VERIFICATIONS)[number];
