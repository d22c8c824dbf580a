import { businessNowMs } from "#lib/kernel/business-time.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { PaymentStep } from "#lib/kernel/vocabulary/payments.ts";
import { STEP_STARTS } from "./payment-state.ts";
import type { Payment } from "./types.ts";

/** Policies of a payment's actions: the verbs throw these refusals, and the dashboard offers no action that has one. */

type RefundFacts = Pick<
  Payment,
  "status" | "disputed" | "amountCapturedMinor" | "amountRefundedMinor"
>;

/** The refusal of any refund, or null if part of the payment can be refunded. */
export function whyNotRefunded(payment: RefundFacts): ApiError | null {
  if (payment.status !== "succeeded") {
    return new ApiError(
      "state_invalid",
      `Only a payment that succeeded can be refunded; this one is ${payment.status}.`,
      { param: "payment", plain: "Only a payment that succeeded can be refunded." },
    );
  }
  if (payment.disputed) {
    return new ApiError(
      "state_invalid",
      // Also when the dispute is over: then there is nothing to respond to.
      "This payment was disputed. The dispute decides who gets the money.",
      { param: "payment" },
    );
  }
  if (remainingMinor(payment) > 0n) return null;
  return invalid("amount", "This payment has been refunded in full.");
}

/** The amount that can be refunded now; 0 while a refund is refused. */
export function refundableMinor(payment: RefundFacts): bigint {
  return whyNotRefunded(payment) ? 0n : remainingMinor(payment);
}

const remainingMinor = (payment: RefundFacts) =>
  payment.amountCapturedMinor - payment.amountRefundedMinor;

const DOING: Record<PaymentStep, string> = {
  capture: "is being captured",
  cancel: "is being canceled",
  approve: "is being confirmed by the payer",
  refuse: "is being refused by the payer",
};

const DONE: Record<PaymentStep, string> = {
  capture: "captured",
  cancel: "canceled",
  approve: "confirmed",
  refuse: "refused",
};

const PLAIN: Partial<Record<PaymentStep, string>> = {
  capture: "Only a payment that is authorised and not captured can be captured.",
  cancel: "Only a payment that waits for the payer or for its capture can be canceled.",
};

type StepFacts = Pick<Payment, "status" | "step" | "capture" | "expiresAt">;

/** The refusal of a step, or null if it may begin. */
export function whyNotStep(ctx: Context, payment: StepFacts, step: PaymentStep): ApiError | null {
  const { status, capture, expiresAt } = payment;
  if (step === "capture" && hasExpired(ctx, payment)) {
    const end = expiresAt && toIsoSeconds(expiresAt);
    return new ApiError(
      "state_invalid",
      `The authorisation expired at ${end}. Create a new payment.`,
      { plain: "The authorisation has expired. Create a new payment." },
    );
  }
  if (payment.step !== null) {
    return new ApiError("state_invalid", `This payment ${DOING[payment.step]} at this moment.`);
  }
  if (STEP_STARTS[step].includes(status)) return null;
  const starts = STEP_STARTS[step].join(" or ");
  const hint =
    step === "capture" && capture === "automatic" ? " It was created with automatic capture." : "";
  return new ApiError(
    "state_invalid",
    `Only a payment that is ${starts} can be ${DONE[step]}; this one is ${status}.${hint}`,
    { plain: PLAIN[step] },
  );
}

const hasExpired = (ctx: Context, { status, expiresAt }: StepFacts) =>
  status === "requires_capture" && expiresAt !== null && expiresAt.getTime() <= businessNowMs(ctx);
