import { RATE_NAMES, type RateName } from "./rates.ts";

/** A rate that screens show: its name, its only definition, and what that means for cases that could count either way. */
export type RateDefinition = {
  name: string;
  /** Also the entry of docs/glossary.md. */
  definition: string;
  cases: readonly string[];
};

/** Every rate by its name in addresses. */
export const RATES = {
  "approval-rate": {
    name: RATE_NAMES["approval-rate"],
    definition:
      "Approved payments divided by approved and declined ones. The *decline rate* is the rest to 100 %.",
    cases: [
      "A payment counts on the day on which it was made, whenever its outcome came.",
      "An authorisation counts as approved, also when it is canceled or expires before it is captured.",
      "A late failure, a debit that the bank takes back after it succeeded, counts as declined and no longer as approved.",
      "A dispute or a refund changes nothing: the payment was approved.",
      "Payments that failed at authentication or were abandoned are not counted: no issuer or bank decided on them.",
    ],
  },
  "acceptance-rate": {
    name: RATE_NAMES["acceptance-rate"],
    definition:
      "Approved payments divided by all payments with an outcome: approved, declined, authentication failed or abandoned.",
    cases: [
      "It is the approval rate with the payers who were lost at authentication, or left, counted against it.",
      "Payments that are still being processed, or wait for the payer, have no outcome and are not counted.",
    ],
  },
  "recovery-rate": {
    name: RATE_NAMES["recovery-rate"],
    definition: "The amount that retries recovered divided by the amount of soft declines.",
    cases: [
      "A retry chain that succeeds is one sale: its amount counts once, at the last decline.",
      "It is stated from 20 soft declines on.",
    ],
  },
  "delivery-rate": {
    name: RATE_NAMES["delivery-rate"],
    definition:
      "Deliveries of events that arrived divided by those that were attempted at least once.",
    cases: [
      "A delivery counts once, however many attempts it needs. While it is being retried, it has not arrived.",
    ],
  },
} as const satisfies Record<RateName, RateDefinition>;
