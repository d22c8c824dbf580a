export type Guide = { title: string; href: string; about: string };
type GuideGroup = { name: string; guides: readonly Guide[] };

const START: readonly Guide[] = [
  {
    title: "Quick start",
    href: "/docs/quick-start",
    about: "From nothing to a verified webhook in Node, Python or PHP.",
  },
  {
    title: "Command line",
    href: "/docs/command-line",
    about: "Log in by browser, forward and trigger events, follow requests, and copy samples.",
  },
  {
    title: "Keys",
    href: "/docs/keys",
    about: "Kinds of keys, their scopes, and how to rotate one without downtime.",
  },
  {
    title: "Idempotency",
    href: "/docs/idempotency",
    about: "Repeat a request after a failure without charging twice.",
  },
  {
    title: "Errors and retries",
    href: "/docs/errors",
    about: "Which errors to retry, how long to wait, and what to tell the payer.",
  },
  {
    title: "Versions",
    href: "/docs/versions",
    about: "Guarantees of a dated version, and how to upgrade safely.",
  },
];

const MONEY_IN: readonly Guide[] = [
  {
    title: "Payment methods",
    href: "/docs/methods",
    about:
      "Cards, wallets, bank redirects and debits: parameters, flow and when a result is final.",
  },
  {
    title: "Hosted fields",
    href: "/docs/hosted-fields",
    about: "Take cards in your own page while card numbers never reach your servers.",
  },
  {
    title: "3-D Secure",
    href: "/docs/three-d-secure",
    about: "Authenticate a payer, handle every way out of it, and use exemptions.",
  },
  {
    title: "Decline codes",
    href: "/docs/declines",
    about: "Meaning of each decline, whether to retry, and what to tell the payer.",
  },
  {
    title: "Subscriptions and dunning",
    href: "/docs/subscriptions",
    about: "Bill a customer each month, change plans, and recover failed charges.",
  },
  {
    title: "Refunds",
    href: "/docs/refunds",
    about: "Give money back in whole or in part, and follow refunds that fail later.",
  },
  {
    title: "Disputes",
    href: "/docs/disputes",
    about: "Answer a chargeback with evidence before its deadline, or accept it.",
  },
];

const MONEY_OUT: readonly Guide[] = [
  {
    title: "Payouts",
    href: "/docs/payouts",
    about: "Send money to bank accounts, singly or in batches, with approval of large amounts.",
  },
  {
    title: "Reconciliation",
    href: "/docs/reconciliation",
    about: "Match each credit on your bank statement with the payments behind it.",
  },
  {
    title: "Reports",
    href: "/docs/reports",
    about: "Close a month to the cent, match your bank statement, and verify a file by its hash.",
  },
  {
    title: "Accounting",
    href: "/docs/accounting",
    about: "Book a month in DATEV, Xero or QuickBooks, or import the balance as a bank statement.",
  },
  {
    title: "Rates",
    href: "/docs/rates",
    about: "How the dashboard counts approvals, acceptance, recoveries and deliveries.",
  },
];

const OPERATE: readonly Guide[] = [
  {
    title: "Webhooks",
    href: "/docs/webhooks",
    about: "Receive every outcome, verify its signature, and replay what you missed.",
  },
  {
    title: "Webhook operations",
    href: "/docs/webhook-operations",
    about: "Rotate secrets, replay periods, and recover an endpoint that was disabled.",
  },
  {
    title: "Work with many rows",
    href: "/docs/bulk",
    about: "Tag, refund, export or replay many objects: limits, the result of each, and undo.",
  },
  {
    title: "Test data",
    href: "/docs/test-data",
    about: "Test cards, accounts, codes and banks for every outcome.",
  },
  {
    title: "Going live",
    href: "/docs/going-live",
    about: "A checklist before the first real payment.",
  },
  {
    title: "Migrate from Stripe",
    href: "/docs/from-stripe",
    about: "Objects, calls, fields and webhooks of Stripe, and what they are called here.",
  },
  {
    title: "Migrate from Adyen",
    href: "/docs/from-adyen",
    about: "Objects, calls, fields and notifications of Adyen, and what they are called here.",
  },
];

/** The guides by subject, in the order in which an integrator needs them. */
export const GUIDE_GROUPS: readonly GuideGroup[] = [
  { name: "Start", guides: START },
  { name: "Money in", guides: MONEY_IN },
  { name: "Money out and books", guides: MONEY_OUT },
  { name: "Operate", guides: OPERATE },
];

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);
