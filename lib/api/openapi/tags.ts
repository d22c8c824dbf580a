/** Subjects of each group of calls, in the order of the reference. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Payments:
    "Charges by card, wallet, debit or redirect, and what follows: capture, retry, cancellation.",
  "Bank payments": "Payments that the payer approves in their bank's app.",
  Refunds: "Returns of all or a part of a captured payment.",
  "Payment methods": "Stored cards, wallets and bank accounts, and the methods of a country.",
  Mandates: "Payers' permissions to be debited.",
  Disputes: "Chargebacks, and the evidence against them.",
  Customers: "Payers that you store.",
  Plans: "Prices and intervals of subscriptions.",
  Subscriptions: "Recurring orders of customers, their changes and their end.",
  Invoices: "What subscriptions owe for a period or a change.",
  Balance: "The funds per currency, and every movement of them.",
  Settlements: "Transfers of a day's funds to your bank account.",
  Payouts: "Money that you send to other bank accounts, one by one or in batches.",
  Events: "State changes of objects, for 30 days.",
  Webhooks: "Endpoints that receive events, their deliveries, and replays of a range.",
  Requests: "Your requests to this API and their responses, without secrets, for 30 days.",
  Reports: "Settlement, decline and interchange data, files, schedules and closed months.",
  Sandbox: "Test mode only: simulated outcomes, test events, and the clock.",
};

/** The tags of the document. Throws for a group without a description. */
export function tagsOf(groups: readonly string[]) {
  return [...new Set(groups)].map((name) => {
    const description = DESCRIPTIONS[name];
    if (!description) throw new Error(`describe the group ${name} in lib/api/openapi/tags.ts`);
    return { name, description };
  });
}
