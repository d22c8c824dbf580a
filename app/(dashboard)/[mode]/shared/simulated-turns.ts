import { moneyText } from "#components/money/money.tsx";
import type { SubscriptionView } from "#lib/dashboard/views/billing.ts";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import type { MandateView } from "#lib/dashboard/views/mandates.ts";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import type { SimulatedTurn } from "./simulate-menu.tsx";

/** What may happen next, by the state that an object is in: in words of what will be. */

const CARD_METHODS: ReadonlySet<string> = new Set(["card", "apple_pay", "google_pay"]);

export function turnsOfPayment(payment: PaymentView): SimulatedTurn[] {
  const { status, dispute, instrument, amount, currency } = payment;
  if (status !== "succeeded" || dispute) return [];
  const sum = moneyText(amount, currency);
  const chargeback: SimulatedTurn = {
    scenario: "chargeback",
    verb: "Let the payer dispute it",
    touches: `What is left of ${sum} leaves your balance, with a fee, and a dispute waits 14 days for your answer. Your endpoints hear dispute.opened.`,
  };
  if (CARD_METHODS.has(instrument.method)) return [chargeback];
  const late: SimulatedTurn = {
    scenario: "late_failure",
    verb: "Let the bank take it back",
    touches: `The payment fails after all: what is left of ${sum} leaves your balance for good, and an invoice that it paid is open again. Your endpoints hear payment.failed.`,
  };
  return [late, chargeback];
}

export function turnsOfMandate({ status }: MandateView): SimulatedTurn[] {
  if (status === "pending") {
    return [
      {
        scenario: "active",
        verb: "Let the bank take it",
        touches: "The mandate counts from now on. Your endpoints hear mandate.active.",
      },
      {
        scenario: "failed",
        verb: "Let the bank refuse it",
        touches: "The bank does not know the account. Your endpoints hear mandate.failed.",
      },
    ];
  }
  if (status !== "active") return [];
  return [
    {
      scenario: "revoked",
      verb: "Let the payer end it",
      touches:
        "The payer tells their bank that nothing may be debited any more. Your endpoints hear mandate.revoked.",
    },
    {
      scenario: "expired",
      verb: "Let it run out",
      touches: "The mandate ends as if it had not been used for too long.",
    },
  ];
}

export function turnsOfDispute({ status, amount, currency }: DisputeView): SimulatedTurn[] {
  const sum = moneyText(amount, currency);
  if (status === "needs_response") {
    return [
      {
        scenario: "deadline_passes",
        verb: "Let the deadline pass",
        touches: `Nobody answered in time: ${sum} and the fee stay with the payer's bank. Your endpoints hear dispute.lost.`,
      },
    ];
  }
  if (status !== "under_review") return [];
  return [
    {
      scenario: "won",
      verb: "Let the issuer believe you",
      touches: `${sum} comes back to your balance; the fee does not. Your endpoints hear dispute.won.`,
    },
    {
      scenario: "lost",
      verb: "Let the issuer believe the payer",
      touches: `${sum} and the fee stay gone. Your endpoints hear dispute.lost.`,
    },
  ];
}

export function turnsOfSubscription(subscription: SubscriptionView): SimulatedTurn[] {
  const { status, dunning } = subscription;
  if (status === "trialing") {
    return [
      {
        scenario: "trial_ends",
        verb: "Let the trial end",
        touches: "The first period begins now: it is invoiced and charged at once.",
      },
    ];
  }
  if (status !== "past_due") return [];
  const end: SimulatedTurn = {
    scenario: "dunning_ends",
    verb: "Let the tries run out",
    touches:
      "The open invoice is given up, and what you chose for the end is done: the subscription is canceled, or unpaid.",
  };
  if (!dunning?.nextAttemptAt) return [end];
  const next: SimulatedTurn = {
    scenario: "attempt_now",
    verb: "Try to collect now",
    touches: "The next try of the ladder is made now instead of on its day.",
  };
  return [next, end];
}
