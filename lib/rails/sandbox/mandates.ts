import { DAY_MS } from "#lib/kernel/clock.ts";
import type { MandateOutcome, MandateRequest } from "../rail.ts";
import { scenarioOf } from "./token.ts";

/** How long a Bacs mandate is pending at the payer's bank. SEPA has no such step: the mandate is sent with each
 * debit. */
export const LODGING_MS = DAY_MS;

/** Bacs' code for an account that its bank does not know. */
const NO_ACCOUNT = "5";

/** The bank's decision on a mandate, which depends on the account and the time that has passed. */
export function mandateOutcome(request: MandateRequest, railReference: string): MandateOutcome {
  if (request.scheme === "sepa_core") return { result: "active", railReference };
  const left = request.requestedAtMs + LODGING_MS - request.askedAtMs;
  if (left > 0) return { result: "pending", railReference, askAgainAfterMs: left };
  if (scenarioOf(request.railToken) === "mandate-refused") {
    return { result: "failed", railReference, failureCode: NO_ACCOUNT };
  }
  return { result: "active", railReference };
}
