import { DAY_MS, dateFromMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { PayoutOutcome, PayoutRail } from "#lib/rails/index.ts";

export type PayoutStatus = "pending" | "submitted" | "settled" | "returned" | "failed" | "canceled";

/** Every move there is (decisions §3). */
export const PAYOUT_MOVES: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  pending: ["submitted", "canceled"],
  submitted: ["settled", "failed", "returned"],
  settled: ["returned"],
  returned: [],
  failed: [],
  canceled: [],
};

/** How long a payout waits before it is given to the rail, so that a mistake can be taken back. */
export const PENDING_MS = 5 * SECOND_MS;

const WAYS = {
  submitted: ["pending", "submitted"],
  settled: ["pending", "submitted", "settled"],
  failed: ["pending", "submitted", "failed"],
  rejected: ["pending", "submitted", "returned"],
  returned: ["pending", "submitted", "settled", "returned"],
} as const satisfies Record<string, readonly PayoutStatus[]>;

/** Why a credit never reached the beneficiary's bank: the bank takes no part in the rail, or did not answer in
 *  time. Every other reason is the bank's own. */
export const NEVER_ARRIVED: readonly string[] = [
  "CNOR",
  "AB05",
  "AB06",
  "AB07",
  "AB08",
  "AB09",
  "AB10",
];

/** The way to an outcome. A rejection for good fails the payout when it never reached the beneficiary's bank, and
 *  returns it when that bank rejected it (service.md §6). */
function wayTo(outcome: PayoutOutcome): readonly PayoutStatus[] {
  if (outcome.result !== "rejected") return WAYS[outcome.result];
  return NEVER_ARRIVED.includes(outcome.reasonCode) ? WAYS.failed : WAYS.rejected;
}

/**
 * The statuses a payout still has to pass, in order, to be where the rail says it is: each is a move of the
 * table. Empty when it is there. Throws when the rail contradicts what it said before.
 */
export function stepsTo(from: PayoutStatus, outcome: PayoutOutcome): PayoutStatus[] {
  const way = wayTo(outcome);
  const here = way.indexOf(from);
  if (here < 0) throw new Error(`the rail says ${outcome.result} of a payout that is ${from}`);
  return way.slice(here + 1);
}

/** The rail to try next after a final rejection; null when there is none, or another rail would not help: an
 *  incorrect account is incorrect over every rail. */
export function fallbackFor(rail: PayoutRail, reasonCode: string): PayoutRail | null {
  return rail === "sepa_instant" && NEVER_ARRIVED.includes(reasonCode) ? "sepa_credit" : null;
}

const SAME_DAY: ReadonlySet<PayoutRail> = new Set(["sepa_instant", "faster_payments", "npp"]);
const SUNDAY = 0;
const SATURDAY = 6;

/** The day on which money that is sent at a moment is expected: the same one over instant rails, the next
 *  that is no weekend over the others. Bank holidays differ by country and are not known here. */
export function expectedArrival(rail: PayoutRail, sentAt: Date): string {
  let ms = sentAt.getTime();
  if (!SAME_DAY.has(rail)) {
    do ms += DAY_MS;
    while ([SATURDAY, SUNDAY].includes(dateFromMs(ms).getUTCDay()));
  }
  return dayOf(dateFromMs(ms));
}

export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
