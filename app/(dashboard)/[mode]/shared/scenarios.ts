import { moneyText } from "#components/money/money.tsx";
import type { SubscriptionView } from "#lib/dashboard/views/billing.ts";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import type { MandateView } from "#lib/dashboard/views/mandates.ts";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import type { Scenario } from "./simulate-menu.tsx";

/** Scenarios that are possible in the present state of an object. */

const CARD_METHODS: ReadonlySet<string> = new Set(["card", "apple_pay", "google_pay"]);

export function scenariosOfPayment(payment: PaymentView): Scenario[] {
  const { status, dispute, instrument, amount, currency } = payment;
  if (status !== "succeeded" || dispute) return [];
  const sum = moneyText(amount, currency);
  const chargeback: Scenario = {
    scenario: "chargeback",
    verb: "Open a dispute",
    touches: `The rest of ${sum} is taken from your balance with a fee, and you have 14 days to respond to the dispute. Your endpoints receive dispute.opened.`,
  };
  if (CARD_METHODS.has(instrument.method)) return [chargeback];
  const late: Scenario = {
    scenario: "late_failure",
    verb: "Return the payment",
    touches: `The payment fails after it succeeded: the rest of ${sum} is taken from your balance, and an invoice that it paid is open again. Your endpoints receive payment.failed.`,
  };
  return [late, chargeback];
}

export function scenariosOfMandate({ status }: MandateView): Scenario[] {
  if (status === "pending") {
    return [
      {
        scenario: "active",
        verb: "Accept the mandate",
        touches: "The mandate becomes active. Your endpoints receive mandate.active.",
      },
      {
        scenario: "failed",
        verb: "Reject the mandate",
        touches: "The bank does not know the account. Your endpoints receive mandate.failed.",
      },
    ];
  }
  if (status !== "active") return [];
  return [
    {
      scenario: "revoked",
      verb: "Revoke the mandate",
      touches:
        "The payer tells their bank to allow no more debits. Your endpoints receive mandate.revoked.",
    },
    {
      scenario: "expired",
      verb: "Expire the mandate",
      touches: "The mandate ends as if it had not been used for too long.",
    },
  ];
}

export function scenariosOfDispute({ status, amount, currency }: DisputeView): Scenario[] {
  const sum = moneyText(amount, currency);
  if (status === "needs_response") {
    return [
      {
        scenario: "deadline_passes",
        verb: "Pass the deadline",
        touches: `No evidence was submitted in time: ${sum} and the fee are lost. Your endpoints receive dispute.lost.`,
      },
    ];
  }
  if (status !== "under_review") return [];
  return [
    {
      scenario: "won",
      verb: "Win the dispute",
      touches: `${sum} returns to your balance; the fee does not. Your endpoints receive dispute.won.`,
    },
    {
      scenario: "lost",
      verb: "Lose the dispute",
      touches: `${sum} and the fee are lost. Your endpoints receive dispute.lost.`,
    },
  ];
}

export function scenariosOfSubscription(subscription: SubscriptionView): Scenario[] {
  const { status, dunning } = subscription;
  if (status === "trialing") {
    return [
      {
        scenario: "trial_ends",
        verb: "End the trial",
        touches: "The first period begins now and is invoiced and charged immediately.",
      },
    ];
  }
  if (status !== "past_due") return [];
  const end: Scenario = {
    scenario: "dunning_ends",
    verb: "End dunning",
    touches:
      "The open invoice becomes uncollectible, and the final action that you chose is taken: the subscription is canceled or unpaid.",
  };
  if (!dunning?.nextAttemptAt) return [end];
  const next: Scenario = {
    scenario: "attempt_now",
    verb: "Retry now",
    touches: "The next scheduled retry is made now.",
  };
  return [next, end];
}
