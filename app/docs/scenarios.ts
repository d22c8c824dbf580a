import type { Row } from "./guide-parts.tsx";

/** Scenarios of `POST /v1/test/simulate`, by the status of its object. */
export const SCENARIOS: readonly Row[] = [
  [
    "payment, succeeded",
    "`chargeback` opens a dispute. `late_failure`: the bank that paid takes it back.",
  ],
  ["dispute, needs_response", "`deadline_passes`"],
  ["dispute, under_review", "`won`, `lost`"],
  ["settlement", "`paid`: it arrives now. `bank_account_closed`: the bank returns it."],
  ["mandate, pending", "`active`, `failed`"],
  ["mandate, active", "`revoked` by the payer, `expired`"],
  ["subscription, trialing", "`trial_ends`"],
  ["subscription, past_due", "`attempt_now`: the next retry. `dunning_ends`: the final action."],
  [
    "payout",
    "`submit`, `settle`, `fail`, `return`; the last two with an ISO 20022 reason, such as `fail_AB05` or `return_AC06`.",
  ],
];
