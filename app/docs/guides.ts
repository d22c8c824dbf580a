export type Guide = { title: string; href: string; about: string };

/** The guides, in the order in which an integrator needs them. */
export const GUIDES: readonly Guide[] = [
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
    title: "Payment methods",
    href: "/docs/methods",
    about:
      "Cards, wallets, bank redirects and debits: parameters, flow and when a result is final.",
  },
  {
    title: "Decline codes",
    href: "/docs/declines",
    about: "What each decline means, whether to retry, and what to tell the payer.",
  },
  {
    title: "Hosted fields",
    href: "/docs/hosted-fields",
    about: "Take cards in your own page while card numbers never reach your servers.",
  },
  {
    title: "Payouts",
    href: "/docs/payouts",
    about: "Send money to bank accounts, singly or in batches, with approval of large amounts.",
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
    title: "Webhooks",
    href: "/docs/webhooks",
    about: "Receive every outcome, verify its signature, and replay what you missed.",
  },
  {
    title: "Versions",
    href: "/docs/versions",
    about: "What a dated version guarantees, and how to upgrade safely.",
  },
  {
    title: "Test data",
    href: "/docs/test-data",
    about: "Test cards, accounts, codes and banks for every outcome.",
  },
  {
    title: "Rates",
    href: "/docs/rates",
    about: "How the dashboard counts approvals, acceptance, recoveries and deliveries.",
  },
  {
    title: "Work with many rows",
    href: "/docs/bulk",
    about: "Tag, refund, export or replay many objects: limits, the result of each, and undo.",
  },
  {
    title: "Going live",
    href: "/docs/going-live",
    about: "A checklist before the first real payment.",
  },
];
