import type { RefundStatus } from "#lib/kernel/vocabulary/refunds.ts";
import type { RefundOutcome } from "#lib/rails/index.ts";

/** All permitted transitions (decisions §3). A refund opens as `pending`. */
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
 * Returns the statuses, in order, through which a refund reaches the status that the rail reports; each is a permitted
 * transition. Empty if it is there already. Throws if the rail contradicts an earlier answer.
 */
export function stepsTo(from: RefundStatus, result: RefundOutcome["result"]): RefundStatus[] {
  const way = WAYS[result];
  const here = way.indexOf(from);
  if (here < 0) throw new Error(`the rail says ${result} of a refund that is ${from}`);
  return way.slice(here + 1);
}
