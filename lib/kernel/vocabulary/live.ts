/** Kinds of changes without an event. The kind of other changes is the first part of the event's type, such as
 *  `payment` or `payout_batch`. */
export const QUIET_KINDS = [
  "delivery",
  "replay",
  "request",
  "payout_limit",
  "bank_statement",
  "incident",
  "alert",
  "dispute_assignee",
  "payment_details",
  "annotation",
] as const;
export type QuietKind = (typeof QUIET_KINDS)[number];
