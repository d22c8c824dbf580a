import type { EventType } from "../generated/events.ts";

/** The objects that a flow has made so far, by their names in it. */
export type Made = Readonly<Record<string, { id: string } & Record<string, unknown>>>;

/** One call of a flow. `as` names what it makes; `--override NAME.param=value` changes its body. Without a body it reads an
 * object, or a list and takes the newest. */
export interface Step {
  as: string;
  path: string | ((made: Made) => string);
  body?: object | ((made: Made) => object);
  /** The call is declined: its object is the payment of the error. */
  declined?: true;
}

const VISA = "pm_test_4242424242424242";
const DAY_S = 86_400;
const MONTH_S = 32 * DAY_S;
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

const bankAccount = (params: object): Step => ({
  as: "payment_method",
  path: "/v1/payment_methods",
  body: params,
});
const debitOf = (method: string, currency: string): Step => ({
  as: "payment",
  path: "/v1/payments",
  body: (made) => ({
    amount: 5_000,
    currency,
    method,
    payment_method: made.payment_method!.id,
    // An address for documentation (RFC 5737): the payer's, from which they agreed to the debit.
    mandate_data: { accepted_ip: "192.0.2.7" },
  }),
});
const mandateOfPayment: Step = {
  as: "mandate",
  path: ({ payment }) => `/v1/mandates/${payment!.mandate}`,
};
/** Its mandate is active at once. */
const sepaDebit: Step[] = [
  bankAccount({ type: "sepa_debit", sepa_debit: { iban: "DE89370400440532013000" } }),
  debitOf("sepa_debit", "EUR"),
];
/** Its mandate is pending for a day. */
const bacsDebit: Step[] = [
  bankAccount({
    type: "bacs_debit",
    bacs_debit: { sort_code: "108800", account_number: "00012345" },
  }),
  debitOf("bacs_debit", "GBP"),
];
const scheduledSettlement: Step[] = [
  charge({ amount: 10_000 }),
  wait(DAY_S),
  { as: "settlement", path: "/v1/settlements?status=scheduled" },
];
/** Above the limits that people usually set. */
const LARGE = 5_000_000;
const largePayout: Step[] = [
  { as: "topup", path: "/v1/test/topup", body: { amount: LARGE, currency: "EUR" } },
  { ...payout[1]!, body: { ...(payout[1]!.body as object), amount: LARGE } },
];
const closing: Step = {
  as: "closing",
  path: "/v1/month_closings",
  body: (made) => ({ month: String(made.payment!.created).slice(0, 7) }),
};
/** To the middle of a month by the account's clock, so that the month is the same in every time zone. */
const midMonth: Step[] = [
  wait(1),
  { as: "clock", path: "/v1/test/clock/advance", body: (made) => ({ seconds: toMidMonth(made) }) },
];

function toMidMonth({ clock }: Made): number {
  const present = new Date(String(clock!.now));
  const middle = Date.UTC(present.getUTCFullYear(), present.getUTCMonth() + 1, 12);
  return Math.round((middle - present.getTime()) / 1_000);
}

/** What some types need beside their calls. */
export const NEEDS: Readonly<Partial<Record<EventType, string>>> = {
  "payout.approval_requested":
    "a payout limit of EUR in test mode below the amount (Settings → Payout limits)",
  "payout.approval_decided":
    "a payout limit of EUR in test mode below the amount (Settings → Payout limits)",
};

/** The calls that make each type of event happen. */
export const FLOWS: Readonly<Record<EventType, readonly Step[]>> = {
  "payment.succeeded": [charge()],
  "payment.failed": [{ ...charge(card("4000000000009995")), declined: true }],
  "payment.requires_action": [
    charge({ method: "ideal", payment_method: undefined, return_url: "https://shop.example/done" }),
  ],
  "payment.processing": sepaDebit,
  "payment.captured": [charge({ capture: "manual" }), onPayment("capture")],
  "payment.canceled": [charge({ capture: "manual" }), onPayment("cancel")],
  "refund.updated": refund("4242424242424242"),
  "refund.settled": [...refund("4242424242424242"), wait(60)],
  "refund.failed": [...refund("4000000000005126"), wait(DAY_S)],
  "mandate.active": sepaDebit,
  "mandate.failed": [...bacsDebit, mandateOfPayment, simulate("mandate", "failed")],
  "mandate.revoked": [...sepaDebit, mandateOfPayment, simulate("mandate", "revoked")],
  "payout.approval_requested": largePayout,
  "payout.approval_decided": [...largePayout, wait(73 * HOUR_S)],
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
  "subscription.trial_ending": [...subscription({ trial_days: 7 }), wait(6 * DAY_S)],
  "invoice.paid": subscription(),
  "invoice.payment_failed": [...subscription(LATER_DECLINED), wait(MONTH_S)],
  "dispute.opened": dispute,
  "dispute.updated": [...dispute, answer],
  "dispute.won": [...dispute, answer, simulate("dispute", "won")],
  "dispute.lost": [...dispute, answer, simulate("dispute", "lost")],
  "settlement.created": [charge(), wait(3 * DAY_S)],
  "settlement.paid": [...scheduledSettlement, simulate("settlement", "paid")],
  "settlement.failed": [...scheduledSettlement, simulate("settlement", "bank_account_closed")],
  "report.ready": [{ as: "report", path: "/v1/report_runs", body: { type: "declines" } }],
  "month_closing.closed": [charge(), wait(MONTH_S), closing, wait(60)],
  "month_closing.corrected": [
    ...midMonth,
    ...sepaDebit,
    wait(MONTH_S),
    closing,
    wait(60),
    simulate("payment", "late_failure"),
    wait(2 * DAY_S),
  ],
};
