import { type Flow, ref, type Step, type Value } from "./flow.ts";

/** The flows of the guides. `guide-flows.test.ts` runs each of them in every language that is installed. */

const GOOD_CARD = "pm_test_4242424242424242";
const CUSTOMER = "/v1/customers";
const DAY_S = 86_400;

/** A card payment of 19.99 EUR. */
const charge = (key: string, body: Readonly<Record<string, Value>>, why?: string): Step => ({
  name: "payment",
  method: "POST",
  path: "/v1/payments",
  body: { amount: 1999, currency: "EUR", method: "card", ...body },
  key,
  ...(why ? { why } : {}),
});

const customer = (key: string): Step => ({
  name: "customer",
  method: "POST",
  path: CUSTOMER,
  body: { name: "Ada Lindqvist", email: "ada@lindqvist.example" },
  key,
});

const plan = (key: string, name: string, amount: number): Step => ({
  name: "plan",
  method: "POST",
  path: "/v1/plans",
  body: { name, amount, currency: "EUR", interval: "month" },
  key,
});

const subscribe = (key: string, card: string, why: string): Step => ({
  name: "subscription",
  method: "POST",
  path: "/v1/subscriptions",
  body: { customer: ref("customer.id"), plan: ref("plan.id"), payment_method: card },
  key,
  why,
});

const advance = (key: string, seconds: number, why: string): Step => ({
  name: "clock",
  method: "POST",
  path: "/v1/test/clock/advance",
  body: { seconds },
  key,
  why,
});

export const SUBSCRIBE: Flow = {
  title: "A plan, a customer, a subscription",
  steps: [
    plan("plan-team", "Team", 1900),
    customer("customer-88213"),
    subscribe(
      "subscribe-88213",
      GOOD_CARD,
      "Charges the first month. Later months are charged without the payer.",
    ),
  ],
  prints: ["subscription.id", "subscription.status"],
};

export const CHANGE_PLAN: Flow = {
  title: "Three seats instead of one, from now on",
  steps: [
    plan("plan-seats", "Seats", 1900),
    customer("customer-seats"),
    subscribe("subscribe-seats", GOOD_CARD, "One seat."),
    {
      name: "changed",
      method: "POST",
      path: "/v1/subscriptions/{subscription.id}",
      body: { quantity: 3, proration_behavior: "always_invoice" },
      key: "seats-3",
      why: "The rest of this month for two more seats is invoiced and charged now.",
    },
  ],
  prints: ["changed.id", "changed.quantity"],
};

export const DUNNING: Flow = {
  title: "A second month that is declined, and a new card that pays it",
  steps: [
    plan("plan-dunning", "Team", 1900),
    customer("customer-dunning"),
    subscribe(
      "subscribe-dunning",
      "pm_test_4000000000000341",
      "This test card pays once and is then declined.",
    ),
    advance(
      "to-next-month",
      32 * DAY_S,
      "The next month begins: its charge is declined, and dunning starts.",
    ),
    {
      name: "late",
      method: "GET",
      path: "/v1/subscriptions/{subscription.id}",
      why: "past_due, with the time of the next attempt in dunning.next_attempt_at.",
    },
    {
      name: "paid",
      method: "POST",
      path: "/v1/subscriptions/{subscription.id}",
      body: { payment_method: GOOD_CARD },
      key: "new-card-88213",
      why: "A new payment method is charged for the open invoice at once.",
    },
  ],
  prints: ["late.status", "paid.id", "paid.status"],
};

export const CANCEL: Flow = {
  title: "End with the paid month",
  steps: [
    plan("plan-cancel", "Team", 1900),
    customer("customer-cancel"),
    subscribe("subscribe-cancel", GOOD_CARD, "A running subscription."),
    {
      name: "ending",
      method: "POST",
      path: "/v1/subscriptions/{subscription.id}",
      body: { cancel_at_period_end: true },
      key: "cancel-88213",
      why: "It stays active until current_period_end and is not charged again.",
    },
  ],
  prints: ["ending.id", "ending.status"],
};

export const REFUND: Flow = {
  title: "Refund 5.00 of 19.99 EUR",
  steps: [
    charge("order-1050", { payment_method: GOOD_CARD }),
    {
      name: "refund",
      method: "POST",
      path: "/v1/refunds",
      body: { payment: ref("payment.id"), amount: 500, reason: "requested_by_customer" },
      key: "refund-1050-1",
      why: "Without amount, all that is left is refunded.",
    },
  ],
  prints: ["refund.id", "refund.status"],
};

export const FAILED_REFUND: Flow = {
  title: "A refund that the payer's bank sends back",
  steps: [
    charge("order-1043", { payment_method: "pm_test_4000000000005126" }),
    {
      name: "refund",
      method: "POST",
      path: "/v1/refunds",
      body: { payment: ref("payment.id") },
      key: "refund-1043-1",
    },
    advance("refund-day", DAY_S, "Skip the wait for the payer's bank."),
    { name: "failed", method: "GET", path: "/v1/refunds/{refund.id}" },
  ],
  prints: ["failed.id", "failed.status", "failed.failure_reason"],
};

export const DISPUTE: Flow = {
  title: "Answer a dispute",
  steps: [
    charge(
      "order-1044",
      { payment_method: "pm_test_4000000000000259" },
      "This test card is disputed as fraudulent within the hour.",
    ),
    advance("dispute-hour", 2 * 3_600, "In production the event dispute.opened tells you."),
    { name: "disputes", method: "GET", path: "/v1/disputes?limit=1" },
    {
      name: "dispute",
      method: "POST",
      path: "/v1/disputes/{disputes.data.0.id}/evidence",
      body: {
        evidence: {
          shipping_carrier: "DHL",
          shipping_tracking_number: "00340434161094042557",
          uncategorized_text: "winning_evidence",
        },
      },
      key: "evidence-1044",
      why: "Evidence is submitted once. The sandbox decides by uncategorized_text.",
    },
  ],
  prints: ["dispute.id", "dispute.status"],
};

export const CHALLENGE: Flow = {
  title: "A payment that the payer must confirm",
  steps: [
    charge(
      "order-1045",
      { payment_method: "pm_test_4000000000003220", return_url: "https://shop.example/thanks" },
      "Send the payer's browser to redirect_url.",
    ),
  ],
  prints: ["payment.id", "payment.status", "payment.redirect_url"],
};

export const EXEMPTION: Flow = {
  title: "Ask for an exemption",
  steps: [
    charge(
      "order-1046",
      {
        payment_method: "pm_test_4000000000003220",
        exemption: "transaction_risk_analysis",
        return_url: "https://shop.example/thanks",
      },
      "The issuer decides: exemption_outcome is accepted or rejected.",
    ),
  ],
  prints: ["payment.id", "payment.status", "payment.sca", "payment.exemption_outcome"],
};

export const MATCH_CREDIT: Flow = {
  title: "From a line of the bank statement to the payments behind it",
  steps: [
    charge("order-1047", { payment_method: GOOD_CARD }),
    advance(
      "to-settlement",
      6 * DAY_S,
      "The daily cut-off, and two business days until the money arrives.",
    ),
    {
      name: "settlements",
      method: "GET",
      path: "/v1/settlements?status=paid&currency=EUR&limit=1",
      why: "On your side: bank_reference= with the reference of the statement's line.",
    },
    {
      name: "rows",
      method: "GET",
      path: "/v1/balance_transactions?settlement={settlements.data.0.id}&limit=100",
      why: "Their net amounts add up to the credit, to the cent.",
    },
  ],
  prints: ["rows.data.0.type", "rows.data.0.source", "rows.data.0.net"],
};
