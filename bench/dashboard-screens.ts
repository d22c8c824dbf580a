// The measured screens and their reads.

export interface Screen {
  name: string;
  /** Path below the mode. `{payments}` is the id of the first row of that list. */
  path: string;
  /** The screen with a link to it; Home by default. */
  from?: string;
  /** Its `/internal` reads besides the session. */
  reads: readonly string[];
}

/** A list screen with one read of the same name. */
const list = (name: string, path: string, asked = path): Screen => ({
  name,
  path,
  reads: [`/test/${asked}`],
});

/** The page of the first row of a list. */
const first = (name: string, path: string, more: readonly string[] = [], asked = path): Screen => ({
  name,
  path: `${path}/{${asked}}`,
  from: path,
  reads: [`/test/${asked}/{${asked}}`, ...more.map((part) => `/test/${asked}/{${asked}}/${part}`)],
});

export const SCREENS: readonly Screen[] = [
  { name: "Home", path: "home", reads: ["/test/home", "/test/clock"] },
  list("Payments", "payments"),
  first("A payment", "payments", ["json"]),
  list("Refunds", "refunds"),
  first("A refund", "refunds"),
  list("Disputes", "disputes"),
  first("A dispute", "disputes"),
  list("Customers", "customers"),
  list("Subscriptions", "subscriptions"),
  list("Plans", "plans"),
  list("Invoices", "invoices"),
  list("Mandates", "mandates"),
  list("Payouts", "payouts"),
  list("Batches", "batches", "payout-batches"),
  list("Balance", "balance"),
  list("Settlements", "settlements"),
  first("A settlement", "settlements", ["rows"]),
  list("Settlement report", "reports/settlement", "settlement-report"),
  list("Declines", "reports/declines"),
  {
    name: "Interchange++",
    path: "reports/interchange",
    reads: ["/test/reports/interchange", "/test/reports/interchange/most-expensive"],
  },
  list("Downloads", "reports/downloads", "downloads"),
  list("Quick start", "quick-start"),
  list("Keys", "keys"),
  list("Endpoints", "webhooks/endpoints", "endpoints"),
  { ...list("Deliveries", "webhooks/deliveries", "deliveries"), from: "webhooks/endpoints" },
  { ...first("A delivery", "webhooks/deliveries", [], "deliveries") },
  { ...list("Replays", "webhooks/replays", "replays"), from: "webhooks/endpoints" },
  list("Events", "events"),
  first("An event", "events"),
  list("Logs", "logs"),
  list("Versions", "versions"),
  { name: "Shell", path: "shell", reads: [] },
  list("Checkout", "checkout"),
  { name: "Account", path: "settings/account", reads: ["/account"] },
  { name: "Team", path: "settings/team", reads: ["/team"] },
  { name: "Security", path: "settings/security", reads: ["/security"] },
  { name: "Audit log", path: "settings/audit-log", reads: ["/audit"] },
  { name: "Notifications", path: "settings/notifications", reads: ["/notifications"] },
];

/** The screens whose name contains one of some texts. */
export const withNames = <T extends { name: string }>(
  screens: readonly T[],
  only: readonly string[],
): T[] => screens.filter(({ name }) => only.some((text) => name.includes(text)));
