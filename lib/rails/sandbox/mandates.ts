import { DAY_MS } from "#lib/kernel/clock.ts";
import type { MandateOutcome, MandateRequest } from "../rail.ts";
import { scenarioOf } from "./token.ts";

/** How long a Bacs instruction is with the payer's bank before it counts. SEPA knows no such step: the
 *  mandate travels with each debit. */
export const LODGING_MS = DAY_MS;

/** Bacs' code for an account that its bank does not know. */
const NO_ACCOUNT = "5";

/** What the payer's bank makes of a mandate: it follows from the account and the time that has passed. */
export function mandateOutcome(request: MandateRequest, railReference: string): MandateOutcome {
  if (request.scheme === "sepa_core") return { result: "active", railReference };
  const left = request.requestedAtMs + LODGING_MS - request.askedAtMs;
  if (left > 0) return { result: "pending", railReference, askAgainAfterMs: left };
  if (scenarioOf(request.railToken) === "mandate-refused") {
    return { result: "failed", railReference, failureCode: NO_ACCOUNT };
  }
  return { result: "active", railReference };
}
