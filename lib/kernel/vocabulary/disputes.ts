export const DISPUTE_STATUSES = ["needs_response", "under_review", "won", "lost"] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
/** Not decided yet. */
export const OPEN_DISPUTES = [
  "needs_response",
  "under_review",
] as const satisfies readonly DisputeStatus[];

/** Reasons of chargebacks; they bring the schemes' reason codes together. */
export const DISPUTE_REASONS = [
  "fraudulent",
  "product_not_received",
  "product_unacceptable",
  "subscription_canceled",
  "credit_not_processed",
  "duplicate",
  "debit_not_authorized",
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** The fields of evidence; each is text. */
export const EVIDENCE_FIELDS = [
  "customer_communication",
  "product_description",
  "receipt",
  "refund_policy",
  "service_date",
  "shipping_carrier",
  "shipping_date",
  "shipping_tracking_number",
  "uncategorized_text",
] as const;
export type EvidenceField = (typeof EVIDENCE_FIELDS)[number];

/** Types of files that banks accept as evidence. */
export const FILE_TYPES = ["application/pdf", "image/jpeg", "image/png"] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Limits of evidence files: bytes of one, and bytes and number of a dispute's. */
export const MAX_FILE_BYTES = 4_000_000;
export const MAX_FILES_BYTES = 25_000_000;
export const MAX_FILES = 50;

/** Periods from now by which the list can be filtered: due within so many days. */
export const DUE_PERIODS = ["in1d", "in3d", "in7d"] as const;
export type DuePeriod = (typeof DUE_PERIODS)[number];
