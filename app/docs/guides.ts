export type Guide = { title: string; href: string; about: string };

/** The guides, in the order somebody needs them. */
export const GUIDES: readonly Guide[] = [
  {
    title: "Keys",
    href: "/docs/keys",
    about: "Which key goes where, what it may do, and how it is changed without a minute's outage.",
  },
  {
    title: "Idempotency",
    href: "/docs/idempotency",
    about: "Send the same call twice and charge once, whatever breaks in between.",
  },
  {
    title: "Payment methods",
    href: "/docs/methods",
    about: "Cards, wallets, bank redirects, debits: how a payment by each begins and ends.",
  },
  {
    title: "Hosted fields",
    href: "/docs/hosted-fields",
    about: "Take cards in your own page without ever holding a card number.",
  },
  {
    title: "Payouts",
    href: "/docs/payouts",
    about: "Send money to bank accounts, one by one or by the file, and have large ones approved.",
  },
  {
    title: "Webhooks",
    href: "/docs/webhooks",
    about: "Hear of every outcome, verify that it is ours, and replay what you missed.",
  },
  {
    title: "Versions",
    href: "/docs/versions",
    about: "What a dated version promises, and how to move to the next with nothing broken.",
  },
  {
    title: "Test data",
    href: "/docs/test-data",
    about: "A card, account, code or bank for every outcome there is.",
  },
  {
    title: "Going live",
    href: "/docs/going-live",
    about: "What to check before real money moves.",
  },
];
