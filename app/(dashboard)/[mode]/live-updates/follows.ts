import { QUIET_KINDS } from "#lib/kernel/vocabulary/live.ts";

const MONEY = ["payment", "refund", "dispute", "settlement", "payout"];
const BILLING = ["subscription", "invoice", "plan"];

/** Kinds of changes that each screen shows, by the first segment of its path under the mode. A change of one of them
 * refetches the screen. `event` stands for every kind that has events. */
const SHOWS: Readonly<Record<string, readonly string[]>> = {
  home: ["event", "delivery", "incident"],
  waiting: ["dispute", "payout", "bank_statement"],
  "quick-start": ["event", "delivery", "request"],
  annotations: ["annotation"],
  payments: ["payment", "payment_details", "refund", "dispute", "annotation"],
  refunds: ["refund"],
  disputes: ["dispute", "payment", "dispute_assignee", "annotation"],
  customers: ["customer", "payment", "annotation", ...BILLING],
  mandates: ["mandate"],
  plans: BILLING,
  subscriptions: BILLING,
  invoices: ["invoice", "payment"],
  payouts: ["payout", "payout_batch", "annotation"],
  "payout-batches": ["payout", "payout_batch"],
  "payout-limits": ["payout_limit"],
  balance: MONEY,
  settlements: ["settlement"],
  "bank-statements": [...MONEY, "bank_statement"],
  "bank-lines": ["bank_statement"],
  events: ["event", "delivery"],
  deliveries: ["event", "delivery", "replay"],
  endpoints: ["delivery"],
  replays: ["replay"],
  logs: ["request"],
  alerts: ["alert"],
  "alert-rules": ["alert"],
  timelines: ["event", "delivery", "request"],
};

const QUIET: ReadonlySet<string> = new Set(QUIET_KINDS);

/** Refetched less often: their answers are expensive sums. */
export const SLOW: ReadonlySet<string> = new Set(["home", "waiting", "endpoints", "balance"]);

/** Whether a screen shows anything of these kinds. */
export function showsAny(screen: string, kinds: readonly string[]): boolean {
  const shown = SHOWS[screen];
  if (!shown) return false;
  const isShown = (kind: string) =>
    kind === "all" || shown.includes(kind) || (shown.includes("event") && !QUIET.has(kind));
  return kinds.some(isShown);
}
