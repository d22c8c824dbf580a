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

/** Formats of files that people upload. */
export const UPLOAD_FORMATS = ["csv", "pain.001"] as const;
export type UploadFormat = (typeof UPLOAD_FORMATS)[number];

/** The currencies of payouts and top-ups. */
export const PAYOUT_CURRENCIES = ["EUR", "GBP", "AUD", "CAD", "NZD"] as const;

/** A batch is `validating` only within the call that creates it, so no client sees that status. */
export const BATCH_STATUSES = ["validating", "rejected", "processing", "completed"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];
export const SHOWN_BATCH_STATUSES = BATCH_STATUSES.filter((status) => status !== "validating");

export const APPROVAL_STATES = ["pending", "approved", "refused", "expired", "canceled"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The decisions that a second person can make. */
export const DECISIONS = ["approve", "refuse"] as const;
export type Decision = (typeof DECISIONS)[number];

/** The exceeded limit: of one payout or batch, or of all payouts within 24 hours. */
export const APPROVAL_REASONS = ["per_payout", "per_day"] as const;
export type ApprovalReason = (typeof APPROVAL_REASONS)[number];

export const LIMIT_CHANGE_STATES = [
  "pending",
  "confirmed",
  "refused",
  "expired",
  "superseded",
] as const;
export type LimitChangeState = (typeof LIMIT_CHANGE_STATES)[number];

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
