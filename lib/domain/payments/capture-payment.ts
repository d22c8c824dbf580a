import type { Answer, IdempotentRequest, Renderer } from "#lib/domain/idempotency/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { StepParams } from "./begin-step.ts";
import { takeStep } from "./take-step.ts";
import type { Payment } from "./types.ts";

/**
 * Captures an authorised payment, once: all of it (`amountMinor` null) or a part, and the rest is
 * released. Keys, repeats and crashes as `takeStep`. Refuses with `resource_missing`,
 * `state_invalid` (also once the authorisation has expired), and `parameter_invalid` (`amount`) for more than was
 * authorised.
 */
export async function capturePayment(
  ctx: Context,
  params: { payment: string; amountMinor: bigint | null },
  request: IdempotentRequest,
  render: Renderer<Payment>,
): Promise<Answer> {
  const choose = (payment: Payment): StepParams => {
    if (hasExpired(ctx, payment)) throw tooLate(payment);
    const amount = params.amountMinor ?? payment.amountMinor;
    if (amount > payment.amountMinor) throw tooMuch(payment);
    return { step: "capture", captureMinor: amount };
  };
  return await takeStep({ ctx, paymentId: params.payment, request, render }, choose);
}

const hasExpired = (ctx: Context, { status, expiresAt }: Payment) =>
  status === "requires_capture" && expiresAt !== null && expiresAt.getTime() <= businessNowMs(ctx);

function tooLate({ expiresAt }: Payment) {
  const end = expiresAt && toIsoSeconds(expiresAt);
  return new ApiError(
    "state_invalid",
    `The authorisation expired at ${end}: charge the payer anew.`,
  );
}

function tooMuch({ amountMinor, currency }: Payment) {
  return invalid("amount", `At most ${formatMinor(amountMinor, currency)} was authorised.`);
}
