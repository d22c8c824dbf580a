import { DAY_MS } from "#lib/kernel/clock.ts";
import type { DisputeStatus } from "#lib/kernel/vocabulary/disputes.ts";

/** All permitted transitions (decisions §3). */
export const DISPUTE_MOVES: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  needs_response: ["under_review", "lost"],
  under_review: ["won", "lost"],
  won: [],
  lost: [],
};

/** Time for the merchant's response, then for the issuer's decision. */
export const RESPONSE_MS = 14 * DAY_MS;
export const REVIEW_MS = DAY_MS;
