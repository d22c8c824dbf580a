import { DAY_MS, dateFromMs, secondOf } from "#lib/kernel/clock.ts";
import type { Decline, PaymentOutcome, Sca } from "#lib/rails/index.ts";
import type { Payment, PaymentOutcomeName } from "./types.ts";

export const PAYMENT_STATUSES = [
  "requires_action",
  "processing",
  "requires_capture",
  "succeeded",
  "failed",
  "canceled",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What can be begun at the rail with a payment that exists. `approve` and `refuse` are the payer's
 *  answer to a challenge. */
export const PAYMENT_STEPS = ["capture", "cancel", "approve", "refuse"] as const;
export type PaymentStep = (typeof PAYMENT_STEPS)[number];

/** The statuses in which a step may begin. */
export const STEP_STARTS: Readonly<Record<PaymentStep, readonly PaymentStatus[]>> = {
  capture: ["requires_capture"],
  cancel: ["requires_action", "requires_capture"],
  approve: ["requires_action"],
  refuse: ["requires_action"],
};

/** Every move there is (service.md §3, decisions §3). A payment opens as `processing`. */
export const PAYMENT_MOVES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  processing: ["requires_action", "requires_capture", "succeeded", "failed"],
  requires_action: ["processing", "requires_capture", "succeeded", "failed", "canceled"],
  requires_capture: ["succeeded", "canceled"],
  // A bank may take its money back late; a card payment that succeeded stays so.
  succeeded: ["failed"],
  failed: [],
  canceled: [],
};

export function mayMove(from: PaymentStatus, to: PaymentStatus): boolean {
  return PAYMENT_MOVES[from].includes(to);
}

/** Whether the rail has not told us anything yet: it may or may not have acted. */
export function isUnanswered(payment: Payment): boolean {
  return payment.status === "processing" && payment.railReference === null;
}

/** Whether nothing more will happen to it by itself. */
export function isFinal(payment: Payment): boolean {
  return PAYMENT_MOVES[payment.status].length === 0 || payment.status === "succeeded";
}

/**
 * The payment as the rail's answer leaves it: a new value, nothing stored. Throws when the state
 * table has no such move: a rail that contradicts itself must not move money in our books.
 */
export function applyOutcome(payment: Payment, outcome: PaymentOutcome, nowMs: number): Payment {
  const next = {
    ...payment,
    railReference: outcome.railReference,
    railCheckAt: null,
    expiresAt: null,
    step: null,
  };
  switch (outcome.result) {
    case "succeeded":
      return moved(payment, {
        ...next,
        status: "succeeded",
        outcome: "approved",
        // The payer's bank may take it back: when to ask whether it did.
        railCheckAt:
          outcome.watchAfterMs === undefined ? null : dateFromMs(nowMs + outcome.watchAfterMs),
        sca: outcome.sca,
        exemptionOutcome: outcome.exemptionOutcome ?? payment.exemptionOutcome,
        amountCapturedMinor: payment.amountMinor,
        redirectUrl: null,
      });
    case "authorised": {
      const expiresAt = payment.expiresUncaptured ? endOfAuthorisation(nowMs) : null;
      return moved(payment, {
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
      return moved(payment, {
        ...next,
        status: "failed",
        outcome: refusedAt(outcome.sca, outcome.decline),
        sca: outcome.sca,
        exemptionOutcome: outcome.exemptionOutcome ?? payment.exemptionOutcome,
        decline: outcome.decline,
        redirectUrl: null,
      });
    case "action_required":
      return moved(payment, {
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
      return payment.status === "processing" ? waiting : moved(payment, waiting);
    }
  }
}

const AUTHORISED_FOR_MS = 7 * DAY_MS;

/** A whole second, so that an authorisation ends when it shows. */
const endOfAuthorisation = (nowMs: number) => secondOf(dateFromMs(nowMs + AUTHORISED_FOR_MS));

/** Codes that after a challenge say that no authorisation was asked for: the payer did not get through. */
const BEFORE_THE_NETWORK: ReadonlySet<string> = new Set([
  "authentication_required",
  "authentication_error",
]);

function refusedAt(sca: Sca | null, { declineCode }: Decline): PaymentOutcomeName {
  if (declineCode === "declined_by_payer") return "authentication_failed";
  const atChallenge = sca === "3ds2" && BEFORE_THE_NETWORK.has(declineCode);
  return atChallenge ? "authentication_failed" : "declined";
}

/** The payment once the rail has captured or canceled it, whichever was begun: a new value, nothing
 *  stored. Throws when neither was. */
export function applyStep(payment: Payment): Payment {
  const next = { ...payment, step: null, railCheckAt: null, expiresAt: null, redirectUrl: null };
  if (payment.step === "capture" && payment.captureMinor !== null) {
    return moved(payment, {
      ...next,
      status: "succeeded",
      amountCapturedMinor: payment.captureMinor,
    });
  }
  if (payment.step === "cancel") {
    // What was approved stays so; who never came back from the bank has abandoned it.
    const outcome = payment.outcome ?? "abandoned";
    return moved(payment, { ...next, status: "canceled", outcome });
  }
  throw new Error(`${payment.id}: no capture or cancellation was begun`);
}

/** The payment once the rail has refused what was begun: as it was before, and free for another step.
 *  One that waits for its payer or its capture still ends at its time. */
export function abandonStep(payment: Payment, checkMs: number): Payment {
  const { expiresAt } = payment;
  const railCheckAt = expiresAt && dateFromMs(Math.max(expiresAt.getTime(), checkMs));
  return { ...payment, step: null, captureMinor: null, railCheckAt };
}

/** A final payment takes no outcome: a bank's late refusal also takes the money back out of the
 *  books, and is a verb of its own. */
function moved(from: Payment, to: Payment): Payment {
  if (isFinal(from) || !mayMove(from.status, to.status)) {
    throw new Error(`${from.id}: the rail moves it from ${from.status} to ${to.status}`);
  }
  return to;
}
