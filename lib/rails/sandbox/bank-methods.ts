import { MINUTE_MS } from "#lib/kernel/clock.ts";
import type { AuthenticateRequest, AuthoriseRequest, Decline, PaymentOutcome } from "../rail.ts";
import { challengeUrl } from "./challenge-link.ts";

/** How long a payer has to approve a payment at their bank. */
const APPROVAL_MS = 60 * MINUTE_MS;

/** Methods that redirect the payer to their bank's page. */
const REDIRECTS: ReadonlySet<string> = new Set([
  "ideal",
  "bancontact",
  "eps",
  "p24",
  "sepa_instant",
]);

const soft = (declineCode: string): Decline => ({
  declineCode,
  networkCode: null,
  adviceCode: "try_again_later",
});
const DECLINED_BY_PAYER = soft("declined_by_payer");

export function isRedirect(method: string): boolean {
  return REDIRECTS.has(method);
}

const shared = { sca: "not_required", exemptionOutcome: null } as const;

/** Redirects the payer to the sandbox's bank. */
export function redirectOutcome(request: AuthoriseRequest, railReference: string): PaymentOutcome {
  const expiresAtMs = request.requestedAtMs + APPROVAL_MS;
  return {
    result: "action_required",
    railReference,
    redirectUrl: challengeUrl({ ...request, paymentId: request.id, expiresAtMs }, "/bank"),
    sca: null,
    exemptionOutcome: null,
    expiresAtMs,
  };
}

/** The outcome after the payer's answer at the bank. */
export function answeredOutcome(
  request: AuthenticateRequest,
  railReference: string,
): PaymentOutcome {
  if (!request.confirmed) {
    return { result: "declined", railReference, ...shared, decline: DECLINED_BY_PAYER };
  }
  return { result: "succeeded", railReference, ...shared };
}

/** The code of a payer who approves. */
export const BLIK_APPROVES = "777123";

/** Codes of the sandbox that are declined (decisions §5). */
export const BLIK_REFUSALS: Readonly<Record<string, Decline>> = {
  "700051": soft("insufficient_funds"),
  "700000": DECLINED_BY_PAYER,
};

/** The outcome of a code that the payer entered and confirmed, or not, in the bank's app. */
export function blikOutcome(
  { railToken }: AuthoriseRequest,
  railReference: string,
): PaymentOutcome {
  const code = railToken.replace(/^blik_/, "");
  if (code === BLIK_APPROVES) return { result: "succeeded", railReference, ...shared };
  const decline = BLIK_REFUSALS[code] ?? soft("invalid_blik_code");
  return { result: "declined", railReference, ...shared, decline };
}

/** How long a slow bank takes from the payer's approval to the money (decisions §5). */
const SLOW_MS = 10 * MINUTE_MS;

/** The sandbox's banks by id (decisions §5), with the names that their pages show. */
export const SANDBOX_BANKS: ReadonlyMap<string, string> = new Map([
  ["bank_ok", "Harbour & Vale Bank"],
  ["bank_slow", "Saimaa Pankki"],
  ["bank_declines", "Banca Meridiana"],
  ["bank_unavailable", "Shannon Bank"],
]);

const BANK_REFUSALS: Readonly<Record<string, Decline>> = {
  bank_declines: soft("declined_by_bank"),
  bank_unavailable: soft("bank_unavailable"),
};

/** The status of a bank payment. For a slow bank, the reference has the time at which it settles. */
export function bankPaymentOutcome(
  request: AuthoriseRequest,
  railReference: string,
): PaymentOutcome {
  if (request.bankId === "bank_unavailable") {
    return { result: "declined", railReference, ...shared, decline: soft("bank_unavailable") };
  }
  const settlesAt = request.railReference?.split(".")[1];
  if (settlesAt === undefined) return redirectOutcome(request, railReference);
  const kept = { railReference: request.railReference ?? railReference };
  const left = Number.parseInt(settlesAt, 36) - request.askedAtMs;
  if (left > 0) return { result: "pending", ...kept, askAgainAfterMs: left };
  return { result: "succeeded", ...kept, ...shared };
}

/** The outcome after the payer's answer at the bank. */
export function bankPaymentAnswered(
  request: AuthenticateRequest,
  railReference: string,
): PaymentOutcome {
  const decline = BANK_REFUSALS[request.bankId ?? ""];
  if (request.confirmed && decline) {
    return { result: "declined", railReference, ...shared, decline };
  }
  if (!request.confirmed || request.bankId !== "bank_slow") {
    return answeredOutcome(request, railReference);
  }
  const settlesAt = (request.askedAtMs + SLOW_MS).toString(36);
  return {
    result: "pending",
    railReference: `${railReference}.${settlesAt}`,
    askAgainAfterMs: SLOW_MS,
  };
}
