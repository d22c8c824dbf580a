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
