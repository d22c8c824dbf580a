import { DAY_MS } from "#lib/kernel/clock.ts";

export type DisputeStatus = "needs_response" | "under_review" | "won" | "lost";

/** Every move there is (decisions §3). */
export const DISPUTE_MOVES: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  needs_response: ["under_review", "lost"],
  under_review: ["won", "lost"],
  won: [],
  lost: [],
};

/** How long a merchant has to answer, and the issuer to decide after it. */
export const RESPONSE_MS = 14 * DAY_MS;
export const REVIEW_MS = DAY_MS;
