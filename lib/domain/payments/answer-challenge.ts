import { transact } from "#db/transact.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { authenticateAtRail } from "./ask-rail.ts";
import { beginStepIn, type StepWish } from "./begin-step.ts";
import { settlePayment } from "./settle-payment.ts";
import type { Payment } from "./types.ts";

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
  const choose = (payment: Payment): StepWish => {
    if (payment.expiresAt !== null && payment.expiresAt.getTime() <= businessNowMs(ctx)) {
      throw new ApiError("state_invalid", "The time to confirm this payment has passed.");
    }
    return { step: confirmed ? "approve" : "refuse", captureMinor: null };
  };
  const begun = await transact((tx) => beginStepIn(tx, ctx, paymentId, choose));
  return await settlePayment(ctx, begun, await authenticateAtRail(ctx, begun));
}
