import { DAY_MS, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { DisputeStatus } from "#lib/kernel/vocabulary/disputes.ts";

/** All permitted transitions (decisions §3). */
export const DISPUTE_MOVES: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  needs_response: ["under_review", "lost"],
  under_review: ["won", "lost"],
  won: [],
  lost: [],
};

/** Time for the merchant's response. */
export const RESPONSE_MS = 14 * DAY_MS;
/** When the rail is first asked for the issuer's decision, after the merchant's response. The question carries the evidence,
 *  so a live acquirer gets it at once; the sandbox's issuer decides when asked, a day later. */
export const FIRST_ASKED_MS: Readonly<Record<Mode, number>> = { live: 0, test: DAY_MS };
/** How long until it is asked again. */
export const ASK_AGAIN_MS = HOUR_MS;
