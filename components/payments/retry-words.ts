import type { RetryRefusal } from "#lib/kernel/vocabulary/retries.ts";

/** Why payments are not retried, after their number: "23 need the payer". */
export const REFUSAL_WORDS: Record<RetryRefusal, string> = {
  not_declined: "not declined by the issuer",
  taken_back: "taken back by the payer's bank",
  hard_decline: "hard declines: the issuer says never to try again",
  wrong_data: "wrong card data: the payer must enter them again",
  paid_since: "paid since",
  under_way: "with another try under way",
  tried_since: "tried again since; the latest try counts",
  too_old: "older than 7 days",
  invoice_closed: "whose invoice is no longer due",
  needs_payer: "cannot be retried without the payer: there is no live mandate",
  must_authenticate: "cannot be retried without the payer: the issuer wants them to authenticate",
  method_ended: "whose payment method ended or was replaced",
  scheme_limit: "at the card scheme's limit of tries",
  retry_limit: "declined 5 times within 7 days",
};
