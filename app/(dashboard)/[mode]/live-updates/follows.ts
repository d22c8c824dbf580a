const MONEY = ["payment", "refund", "dispute", "settlement", "payout"];
const BILLING = ["subscription", "invoice", "plan"];

/** What each part of the dashboard shows of: by the first word of its address under the mode, the kinds of
 *  changes on which it is asked for again. `event` stands for every kind that has events. */
const SHOWS: Readonly<Record<string, readonly string[]>> = {
  home: ["event", "delivery"],
  "quick-start": ["event", "delivery", "request"],
  payments: ["payment", "refund", "dispute"],
  refunds: ["refund"],
  disputes: ["dispute", "payment"],
  customers: ["customer", "payment", ...BILLING],
  mandates: ["mandate"],
  plans: BILLING,
  subscriptions: BILLING,
  invoices: ["invoice", "payment"],
  payouts: ["payout", "payout_batch"],
  "payout-batches": ["payout", "payout_batch"],
  "payout-limits": ["payout_limit"],
  balance: MONEY,
  settlements: ["settlement"],
  events: ["event", "delivery"],
  deliveries: ["event", "delivery", "replay"],
  endpoints: ["delivery"],
  replays: ["replay"],
  logs: ["request"],
  timelines: ["event", "delivery", "request"],
};

const QUIET: ReadonlySet<string> = new Set(["delivery", "replay", "request", "payout_limit"]);

/** Asked for less often: their answers are sums over much. */
export const SLOW: ReadonlySet<string> = new Set(["home", "endpoints", "balance"]);

/** Whether a part of the dashboard shows anything of these kinds. */
export function showsAny(screen: string, kinds: readonly string[]): boolean {
  const shown = SHOWS[screen];
  if (!shown) return false;
  const isShown = (kind: string) =>
    kind === "all" || shown.includes(kind) || (shown.includes("event") && !QUIET.has(kind));
  return kinds.some(isShown);
}
