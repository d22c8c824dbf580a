import type { RefundOutcome } from "#lib/rails/index.ts";

export type RefundStatus = "pending" | "submitted" | "settled" | "failed" | "canceled";

/** Every move there is (decisions §3). A refund opens as `pending`. */
export const REFUND_MOVES: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  pending: ["submitted", "canceled"],
  submitted: ["settled", "failed"],
  settled: [],
  failed: [],
  canceled: [],
};

const WAYS: Record<RefundOutcome["result"], readonly RefundStatus[]> = {
  queued: ["pending"],
  submitted: ["pending", "submitted"],
  settled: ["pending", "submitted", "settled"],
  failed: ["pending", "submitted", "failed"],
  canceled: ["pending", "canceled"],
};

/**
 * The statuses a refund still has to pass, in order, to be where the rail says it is: each is a move
 * of the table. Empty when it is there. Throws when the rail contradicts what it said before.
 */
export function stepsTo(from: RefundStatus, result: RefundOutcome["result"]): RefundStatus[] {
  const way = WAYS[result];
  const here = way.indexOf(from);
  if (here < 0) throw new Error(`the rail says ${result} of a refund that is ${from}`);
  return way.slice(here + 1);
}
