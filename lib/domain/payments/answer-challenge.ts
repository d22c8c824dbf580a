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
 * The payer's answer to a challenge: recorded first (of several answers, and of an answer and a
 * cancellation, exactly one counts), then handed to the rail with no transaction open, then what
 * comes of it is recorded. Answers the payment as it then stands. A crash in between is finished by
 * the recovery loop. Throws `resource_missing`, `state_invalid` when there is nothing (any more) to
 * answer or its time has passed, and whatever the rail throws: the answer then stays recorded.
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
    // The recovery loop hands the answer on when it is due.
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
    // A payer sends no key.
    if (!(error instanceof LeaseHeldError)) throw error;
    const label = "The bank is being asked about this payment at this moment. Try again.";
    throw new ApiError("state_invalid", label, { cause: error });
  }
}
