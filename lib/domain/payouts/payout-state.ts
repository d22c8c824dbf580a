import { at, DAY_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import type { PayoutOutcome, PayoutRail } from "#lib/rails/index.ts";

export type PayoutStatus = "pending" | "submitted" | "settled" | "returned" | "failed" | "canceled";

/** Every move there is (decisions §3). */
export const PAYOUT_MOVES: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  pending: ["submitted", "canceled"],
  submitted: ["settled", "failed"],
  settled: ["returned"],
  returned: [],
  failed: [],
  canceled: [],
};

/** How long a payout waits before it is given to the rail, so that a mistake can be taken back. */
export const PENDING_MS = 5 * SECOND_MS;

const WAYS: Record<PayoutOutcome["result"], readonly PayoutStatus[]> = {
  submitted: ["pending", "submitted"],
  settled: ["pending", "submitted", "settled"],
  rejected: ["pending", "submitted", "failed"],
  returned: ["pending", "submitted", "settled", "returned"],
};

/**
 * The statuses a payout still has to pass, in order, to be where the rail says it is: each is a move of the
 * table. Empty when it is there. Throws when the rail contradicts what it said before.
 */
export function stepsTo(from: PayoutStatus, result: PayoutOutcome["result"]): PayoutStatus[] {
  const way = WAYS[result];
  const here = way.indexOf(from);
  if (here < 0) throw new Error(`the rail says ${result} of a payout that is ${from}`);
  return way.slice(here + 1);
}

/** Why SEPA Instant would not carry a credit although its account may be reached by another rail: its bank
 *  takes no part, or did not answer in time. Every other reason is about the account itself. */
const FALLBACK_REASONS: ReadonlySet<string> = new Set([
  "CNOR",
  "AB05",
  "AB06",
  "AB07",
  "AB08",
  "AB09",
  "AB10",
]);

/** The rail to try next after a final rejection; null when there is none, and the payout has failed. */
export function fallbackFor(rail: PayoutRail, reasonCode: string): PayoutRail | null {
  return rail === "sepa_instant" && FALLBACK_REASONS.has(reasonCode) ? "sepa_credit" : null;
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
    while ([SATURDAY, SUNDAY].includes(at(ms).getUTCDay()));
  }
  return dayOf(at(ms));
}

export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
