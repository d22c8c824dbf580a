import { ApiError } from "#lib/kernel/errors.ts";
import type { RetryRefusal } from "#lib/kernel/vocabulary/retries.ts";
import type { RetryVerdict } from "./types.ts";

const WHY: Readonly<Record<RetryRefusal, string>> = {
  not_declined: "Only a payment that the issuer or bank declined can be retried.",
  taken_back: "The payer's bank took this payment back. Only the payer can pay again.",
  hard_decline: "The issuer says never to try this card again. Ask the payer for another one.",
  wrong_data: "The issuer says that the card's data are wrong. Ask the payer to enter them again.",
  paid_since: "The payer has paid since.",
  under_way: "Another try of this payment is under way.",
  tried_since: "It was tried again since. Retry the latest try.",
  too_old: "It was declined more than 7 days ago. Create a new payment.",
  invoice_closed: "Its invoice is not open any more, or is not past due.",
  needs_payer:
    "No live mandate permits charging this payment method, so it cannot be retried without the payer.",
  must_authenticate:
    "The issuer wants the payer to authenticate, so it cannot be retried without the payer.",
  method_ended:
    "Its payment method was detached, has expired or was replaced, or its customer was deleted.",
  scheme_limit: "The card scheme permits no further try of this card and amount for now.",
  retry_limit: "It was declined 5 times within 7 days, which is the most that Paydesk tries.",
};

/** The reason in a sentence, with the later payment that is the reason. */
export function whyNotRetried(refusal: RetryRefusal, by: string | null): string {
  return by ? `${WHY[refusal]} See ${by}.` : WHY[refusal];
}

/** The payment cannot be retried by the merchant. */
export class RetryRefusedError extends ApiError {
  readonly refusal: RetryRefusal;

  constructor(refusal: RetryRefusal, by: string | null) {
    super("state_invalid", whyNotRetried(refusal, by));
    this.refusal = refusal;
  }
}

/** The refusal of a verdict, or null if it permits the retry. A payment that did not fail has no verdict. */
export function refusalOf(verdict: RetryVerdict | null): RetryRefusedError | null {
  if (verdict?.may) return null;
  return new RetryRefusedError(verdict?.refusal ?? "not_declined", verdict?.by ?? null);
}
