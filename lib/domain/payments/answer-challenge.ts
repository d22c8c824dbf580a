import { transact } from "#db/transact.ts";
import { LeaseHeldError, releaseLease } from "#lib/domain/rail-leases/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { authenticateAtRail } from "./ask-rail.ts";
import { beginStepIn, type StepParams } from "./payment-step.ts";
import { settlePayment } from "./settle-payment.ts";
import type { HeldPayment, Payment } from "./types.ts";

/**
 * Records the payer's answer to a challenge (of concurrent answers and cancellations exactly one is recorded), sends it
 * to the rail with no transaction open, then records the outcome. Returns the payment after that. After a crash the
 * recovery loop finishes. Throws `resource_missing`, `state_invalid` if the payment does not wait for an answer or its
 * time has passed, and the rail's errors: the answer then stays recorded.
 */
export async function answerChallenge(
  ctx: Context,
  paymentId: string,
  confirmed: boolean,
): Promise<Payment> {
  const choose = (payment: Payment): StepParams => {
    if (payment.expiresAt !== null && payment.expiresAt.getTime() <= businessNowMs(ctx)) {
      throw new ApiError("state_invalid", "The time to confirm this payment has passed.");
    }
    return { step: confirmed ? "approve" : "refuse", captureMinor: null };
  };
  const begun = await begin(ctx, paymentId, choose);
  try {
    return await settlePayment(ctx, begun.payment, await authenticateAtRail(ctx, begun));
  } catch (error) {
    // The recovery loop sends the answer when it is due.
    await releaseLease(begun.lease);
    throw error;
  }
}

async function begin(
  ctx: Context,
  paymentId: string,
  choose: (payment: Payment) => StepParams,
): Promise<HeldPayment> {
  try {
    return await transact((tx) => beginStepIn(tx, ctx, paymentId, choose));
  } catch (error) {
    // The payer's page sends no idempotency key, so `idempotency_in_progress` would be wrong.
    if (!(error instanceof LeaseHeldError)) throw error;
    const message = "The bank is being asked about this payment at this moment. Try again.";
    throw new ApiError("state_invalid", message, { cause: error });
  }
}
