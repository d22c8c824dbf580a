/** Where a screen is explained: a guide, and the part of the API reference. */
export type PageHelp = { guide?: string; api?: string };

const HELP: Readonly<Record<string, PageHelp>> = {
  home: { guide: "rates" },
  payments: { guide: "methods", api: "payments" },
  refunds: { guide: "bulk", api: "refunds" },
  disputes: { api: "disputes" },
  customers: { api: "customers" },
  subscriptions: { api: "subscriptions" },
  plans: { api: "plans" },
  invoices: { api: "invoices" },
  mandates: { guide: "methods", api: "mandates" },
  payouts: { guide: "payouts", api: "payouts" },
  batches: { guide: "payouts", api: "payouts" },
  balance: { guide: "accounting", api: "balance" },
  settlements: { guide: "reports", api: "settlements" },
  bulk: { guide: "bulk" },
  reports: { guide: "reports", api: "reports" },
  "reports/declines": { guide: "declines", api: "reports" },
  "reports/interchange": { guide: "rates", api: "reports" },
  "reports/bank": { guide: "accounting" },
  "reports/closing": { guide: "accounting" },
  "quick-start": { guide: "test-data" },
  keys: { guide: "keys" },
  "keys/pair": { guide: "command-line" },
  webhooks: { guide: "webhooks", api: "webhooks" },
  events: { guide: "webhooks", api: "event-types" },
  logs: { guide: "command-line", api: "requests" },
  timeline: { guide: "webhooks", api: "errors" },
  versions: { guide: "versions", api: "versions" },
  shell: { guide: "idempotency", api: "" },
  checkout: { guide: "hosted-fields" },
  "settings/payout-limits": { guide: "payouts" },
  "settings/account": { guide: "going-live" },
};

/** Every screen with help, for tests. */
export const HELPED = Object.values(HELP);

/** The help of the screen at `/test/payments/pay_…`: of the longest path that has some. */
export function helpOf(pathname: string): PageHelp {
  const [, , ...parts] = pathname.split("/");
  for (let length = parts.length; length > 0; length--) {
    const help = HELP[parts.slice(0, length).join("/")];
    if (help) return help;
  }
  return {};
}
