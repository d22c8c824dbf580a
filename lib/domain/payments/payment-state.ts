import { DAY_MS, dateFromMs, secondOf } from "#lib/kernel/clock.ts";
import type {
  PaymentOutcomeName,
  PaymentStatus,
  PaymentStep,
  Sca,
} from "#lib/kernel/vocabulary/payments.ts";
import type { AcquirerFacts, Decline, PaymentOutcome } from "#lib/rails/index.ts";
import type { AcquirerResponse, Payment } from "./types.ts";

/** The statuses in which a step may begin. */
export const STEP_STARTS: Readonly<Record<PaymentStep, readonly PaymentStatus[]>> = {
  capture: ["requires_capture"],
  cancel: ["requires_action", "requires_capture"],
  approve: ["requires_action"],
  refuse: ["requires_action"],
};

/** All permitted transitions (service.md §3, decisions §3). A payment opens as `processing`. */
export const PAYMENT_MOVES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  processing: ["requires_action", "requires_capture", "succeeded", "failed"],
  requires_action: ["processing", "requires_capture", "succeeded", "failed", "canceled"],
  requires_capture: ["succeeded", "canceled"],
  // A bank can take its money back late. A succeeded card payment stays `succeeded`.
  succeeded: ["failed"],
  failed: [],
  canceled: [],
};

export function mayMove(from: PaymentStatus, to: PaymentStatus): boolean {
  return PAYMENT_MOVES[from].includes(to);
}

/** Whether the rail has not answered yet. It may or may not have charged. */
export function isUnanswered(payment: Payment): boolean {
  return payment.status === "processing" && payment.railReference === null;
}

/** Whether the payment has its result. Only a late failure can follow a success. */
export function isFinal(payment: Payment): boolean {
  return PAYMENT_MOVES[payment.status].length === 0 || payment.status === "succeeded";
}

/**
 * Returns the payment after the rail's answer, as a new value; stores nothing. Throws if `PAYMENT_MOVES` does not
 * permit the transition: a rail that contradicts itself must not move money in our books.
 */
export function applyOutcome(payment: Payment, outcome: PaymentOutcome, nowMs: number): Payment {
  const next = {
    ...payment,
    railReference: outcome.railReference,
    railCheckAt: null,
    expiresAt: null,
    step: null,
    acquirerResponse: withFacts(payment, "acquirer" in outcome ? outcome.acquirer : undefined),
  };
  switch (outcome.result) {
    case "succeeded":
      return movedTo(payment, {
        ...next,
        status: "succeeded",
        outcome: "approved",
        // The payer's bank may take the money back: ask for a chargeback then.
        railCheckAt:
          outcome.watchAfterMs === undefined ? null : dateFromMs(nowMs + outcome.watchAfterMs),
        sca: outcome.sca,
        exemptionOutcome: outcome.exemptionOutcome ?? payment.exemptionOutcome,
        amountCapturedMinor: payment.amountMinor,
        redirectUrl: null,
      });
    case "authorised": {
      const expiresAt = payment.expiresUncaptured ? endOfAuthorisation(nowMs) : null;
      return movedTo(payment, {
        ...next,
        status: "requires_capture",
        outcome: "approved",
        sca: outcome.sca,
        exemptionOutcome: outcome.exemptionOutcome ?? payment.exemptionOutcome,
        redirectUrl: null,
        expiresAt,
        railCheckAt: expiresAt,
      });
    }
    case "declined":
      return movedTo(payment, {
        ...next,
        status: "failed",
        outcome: refusedAt(outcome.sca, outcome.decline),
        sca: outcome.sca,
        exemptionOutcome: outcome.exemptionOutcome ?? payment.exemptionOutcome,
        decline: outcome.decline,
        redirectUrl: null,
      });
    case "action_required":
      return movedTo(payment, {
        ...next,
        status: "requires_action",
        sca: outcome.sca,
        exemptionOutcome: outcome.exemptionOutcome ?? payment.exemptionOutcome,
        redirectUrl: outcome.redirectUrl,
        expiresAt: dateFromMs(outcome.expiresAtMs),
        railCheckAt: dateFromMs(outcome.expiresAtMs),
      });
    case "pending": {
      const railCheckAt = dateFromMs(nowMs + outcome.askAgainAfterMs);
      const waiting: Payment = { ...next, status: "processing", redirectUrl: null, railCheckAt };
      return payment.status === "processing" ? waiting : movedTo(payment, waiting);
    }
  }
}

const NO_FACTS: AcquirerResponse = {
  eci: null,
  liabilityShift: null,
  avsResult: null,
  cvcResult: null,
  arn: null,
};

/** The acquirer response so far, with the facts of its last answer. */
export function withFacts(
  { acquirerResponse }: Payment,
  facts: AcquirerFacts | undefined,
): AcquirerResponse | null {
  const told = Object.entries(facts ?? {}).filter(([, fact]) => fact !== undefined);
  if (told.length === 0) return acquirerResponse;
  return { ...NO_FACTS, ...acquirerResponse, ...Object.fromEntries(told) };
}

const AUTHORISED_FOR_MS = 7 * DAY_MS;

/** Whole seconds, because the API shows `expires_at` in seconds. */
const endOfAuthorisation = (nowMs: number) => secondOf(dateFromMs(nowMs + AUTHORISED_FOR_MS));

/** Decline codes that, after a challenge, mean that the payer failed it and no authorisation was requested. */
const BEFORE_THE_NETWORK: ReadonlySet<string> = new Set([
  "authentication_required",
  "authentication_error",
]);

function refusedAt(sca: Sca | null, { declineCode }: Decline): PaymentOutcomeName {
  if (declineCode === "declined_by_payer") return "authentication_failed";
  const atChallenge = sca === "3ds2" && BEFORE_THE_NETWORK.has(declineCode);
  return atChallenge ? "authentication_failed" : "declined";
}

/** Returns the payment after the rail has done the capture or cancellation that was begun, as a new value; stores
 *  nothing. Throws if neither was begun. */
export function applyStep(payment: Payment): Payment {
  const next = { ...payment, step: null, railCheckAt: null, expiresAt: null, redirectUrl: null };
  if (payment.step === "capture" && payment.captureMinor !== null) {
    return movedTo(payment, {
      ...next,
      status: "succeeded",
      amountCapturedMinor: payment.captureMinor,
    });
  }
  if (payment.step === "cancel") {
    // An approved payment stays approved. Without an outcome, the payer never came back from the bank.
    const outcome = payment.outcome ?? "abandoned";
    return movedTo(payment, { ...next, status: "canceled", outcome });
  }
  throw new Error(`${payment.id}: no capture or cancellation was begun`);
}

/** Returns the payment after the rail has refused the step: as before the step, and open to another one. It still
 *  expires at `expiresAt`. */
export function abandonStep(payment: Payment, checkMs: number): Payment {
  const { expiresAt } = payment;
  const railCheckAt = expiresAt && dateFromMs(Math.max(expiresAt.getTime(), checkMs));
  return { ...payment, step: null, captureMinor: null, railCheckAt };
}

/** Throws unless the transition is permitted. `succeeded` → `failed` is not: a late failure also reverses the booking,
 *  see `failLate`. */
function movedTo(from: Payment, to: Payment): Payment {
  if (isFinal(from) || !mayMove(from.status, to.status)) {
    throw new Error(`${from.id}: the rail moves it from ${from.status} to ${to.status}`);
  }
  return to;
}
