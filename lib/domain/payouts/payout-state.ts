import { DAY_MS, dateFromMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { PayoutRail, PayoutStatus } from "#lib/kernel/vocabulary/payouts.ts";
import type { PayoutOutcome } from "#lib/rails/index.ts";

/** All permitted transitions (decisions §3). */
export const PAYOUT_MOVES: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  pending: ["submitted", "canceled"],
  submitted: ["settled", "failed", "returned"],
  settled: ["returned"],
  returned: [],
  failed: [],
  canceled: [],
};

/** How long a payout waits before it is sent to the rail, so that it can be canceled. */
export const PENDING_MS = 5 * SECOND_MS;

const WAYS = {
  submitted: ["pending", "submitted"],
  settled: ["pending", "submitted", "settled"],
  failed: ["pending", "submitted", "failed"],
  rejected: ["pending", "submitted", "returned"],
  returned: ["pending", "submitted", "settled", "returned"],
} as const satisfies Record<string, readonly PayoutStatus[]>;

/** Reason codes of payouts that never reached the beneficiary's bank: it does not take part in the rail, or did not
 *  answer in time. Every other reason comes from that bank. */
export const NEVER_ARRIVED: readonly string[] = [
  "CNOR",
  "AB05",
  "AB06",
  "AB07",
  "AB08",
  "AB09",
  "AB10",
];

/** The statuses up to an outcome. A final rejection means `failed` if the payout never reached the beneficiary's bank, and
 *  `returned` if that bank rejected it (service.md §6). */
function wayTo(outcome: PayoutOutcome): readonly PayoutStatus[] {
  if (outcome.result !== "rejected") return WAYS[outcome.result];
  return NEVER_ARRIVED.includes(outcome.reasonCode) ? WAYS.failed : WAYS.rejected;
}

/**
 * The transitions, in order, from a payout's status to the one that the rail reports. Empty if it has that status. Throws
 * if the rail contradicts its earlier answer.
 */
export function stepsTo(from: PayoutStatus, outcome: PayoutOutcome): PayoutStatus[] {
  const way = wayTo(outcome);
  const here = way.indexOf(from);
  if (here < 0) throw new Error(`the rail reports ${outcome.result} for a payout that is ${from}`);
  return way.slice(here + 1);
}

/** The rail to try next after a final rejection. Null if there is none, or if another rail would not help, for example
 *  for an incorrect account. */
export function fallbackFor(rail: PayoutRail, reasonCode: string): PayoutRail | null {
  return rail === "sepa_instant" && NEVER_ARRIVED.includes(reasonCode) ? "sepa_credit" : null;
}

const SAME_DAY: ReadonlySet<PayoutRail> = new Set(["sepa_instant", "faster_payments", "npp"]);
const SUNDAY = 0;
const SATURDAY = 6;

/** The expected arrival date: the same day over instant rails, else the next weekday. Bank holidays are not considered,
 *  because they differ by country. */
export function expectedArrival(rail: PayoutRail, sentAt: Date): string {
  let ms = sentAt.getTime();
  if (!SAME_DAY.has(rail)) {
    do ms += DAY_MS;
    while ([SATURDAY, SUNDAY].includes(dateFromMs(ms).getUTCDay()));
  }
  return dayOf(dateFromMs(ms));
}

export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
