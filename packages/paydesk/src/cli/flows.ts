import type { EventType } from "../generated/events.ts";

/** The objects that a flow has made so far, by their names in it. */
export type Made = Readonly<Record<string, { id: string } & Record<string, unknown>>>;

/** One call of a flow. `as` names what it makes; `--override NAME.param=value` changes its body. Without a body it reads a list
 * and takes the newest object. */
export interface Step {
  as: string;
  path: string | ((made: Made) => string);
  body?: object | ((made: Made) => object);
  /** The call is declined: its object is the payment of the error. */
  declined?: true;
}

const VISA = "pm_test_4242424242424242";
const MONTH_S = 32 * 86_400;
const HOUR_S = 3_600;

const charge = (more: object = {}): Step => ({
  as: "payment",
  path: "/v1/payments",
  body: { amount: 1999, currency: "EUR", method: "card", payment_method: VISA, ...more },
});
const card = (number: string) => ({ payment_method: `pm_test_${number}` });
const onPayment = (verb: string): Step => ({
  as: "payment",
  path: ({ payment }) => `/v1/payments/${payment!.id}/${verb}`,
  body: {},
});
const wait = (seconds: number): Step => ({
  as: "clock",
  path: "/v1/test/clock/advance",
  body: { seconds },
});
const simulate = (object: string, scenario: string): Step => ({
  as: "simulation",
  path: "/v1/test/simulate",
  body: (made) => ({ object: made[object]!.id, scenario }),
});
const refund = (number: string): Step[] => [
  charge(card(number)),
  {
    as: "refund",
    path: "/v1/refunds",
    body: ({ payment }) => ({ payment: payment!.id, amount: 500 }),
  },
];
const payout: Step[] = [
  { as: "topup", path: "/v1/test/topup", body: { amount: 100_000, currency: "EUR" } },
  {
    as: "payout",
    path: "/v1/payouts",
    body: {
      amount: 1_200,
      currency: "EUR",
      beneficiary: { name: "Ada Lindqvist", iban: "DE60999999990000000013" },
    },
  },
];
const customer: Step = {
  as: "customer",
  path: "/v1/customers",
  body: { name: "Ada Lindqvist", email: "ada@lindqvist.example" },
};
const subscription = (more: object = {}): Step[] => [
  customer,
  {
    as: "plan",
    path: "/v1/plans",
    body: { name: "Team", amount: 3_000, currency: "EUR", interval: "month" },
  },
  {
    as: "subscription",
    path: "/v1/subscriptions",
    body: (made) => ({
      customer: made.customer!.id,
      plan: made.plan!.id,
      payment_method: VISA,
      ...more,
    }),
  },
];
/** Its first charge succeeds, the next are declined. */
const LATER_DECLINED = card("4000000000000341");
const dispute: Step[] = [
  charge(card("4000000000000259")),
  wait(HOUR_S),
  { as: "dispute", path: ({ payment }) => `/v1/disputes?payment=${payment!.id}` },
];
const answer: Step = {
  as: "dispute",
  path: ({ dispute: opened }) => `/v1/disputes/${opened!.id}/evidence`,
  body: { evidence: { uncategorized_text: "Delivered on 12 April." }, submit: true },
};

/** The calls that make each type of event happen. A type without calls cannot be made at will. */
export const FLOWS: Readonly<Partial<Record<EventType, readonly Step[]>>> = {
  "payment.succeeded": [charge()],
  "payment.failed": [{ ...charge(card("4000000000009995")), declined: true }],
  "payment.requires_action": [
    charge({ method: "ideal", payment_method: undefined, return_url: "https://shop.example/done" }),
  ],
  "payment.captured": [charge({ capture: "manual" }), onPayment("capture")],
  "payment.canceled": [charge({ capture: "manual" }), onPayment("cancel")],
  "refund.updated": refund("4242424242424242"),
  "refund.settled": [...refund("4242424242424242"), wait(60)],
  "payout.submitted": [...payout, wait(60)],
  "payout.settled": [...payout, wait(60), simulate("payout", "settle")],
  "payout.returned": [...payout, wait(60), simulate("payout", "return")],
  "payout.failed": [...payout, wait(60), simulate("payout", "fail")],
  "subscription.created": subscription(),
  "subscription.updated": [
    ...subscription(),
    {
      as: "subscription",
      path: ({ subscription: made }) => `/v1/subscriptions/${made!.id}`,
      body: { quantity: 3 },
    },
  ],
  "subscription.canceled": [
    ...subscription(),
    {
      as: "subscription",
      path: ({ subscription: made }) => `/v1/subscriptions/${made!.id}/cancel`,
      body: {},
    },
  ],
  "subscription.past_due": [...subscription(LATER_DECLINED), wait(MONTH_S)],
  "subscription.trial_ending": [...subscription({ trial_days: 7 }), wait(6 * 86_400)],
  "invoice.paid": subscription(),
  "invoice.payment_failed": [...subscription(LATER_DECLINED), wait(MONTH_S)],
  "dispute.opened": dispute,
  "dispute.updated": [...dispute, answer],
  "dispute.won": [...dispute, answer, simulate("dispute", "won")],
  "dispute.lost": [...dispute, answer, simulate("dispute", "lost")],
  "settlement.created": [charge(), wait(3 * 86_400)],
};
