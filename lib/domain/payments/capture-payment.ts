import type { Answer, IdempotentRequest, Renderer } from "#lib/domain/idempotency/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { StepWish } from "./begin-step.ts";
import { takeStep } from "./take-step.ts";
import type { Payment } from "./types.ts";

/**
 * Captures an authorised payment, once: all of it (`amountMinor` null) or a part, and the rest is
 * released. Keys, repeats and crashes as `takeStep`. Refuses with `resource_missing`,
 * `state_invalid`, and `parameter_invalid` (`amount`) for more than was authorised.
 */
export async function capturePayment(
  ctx: Context,
  wish: { payment: string; amountMinor: bigint | null },
  request: IdempotentRequest,
  render: Renderer<Payment>,
): Promise<Answer> {
  const choose = (payment: Payment): StepWish => {
    const amount = wish.amountMinor ?? payment.amountMinor;
    if (amount > payment.amountMinor) throw tooMuch(payment);
    return { step: "capture", captureMinor: amount };
  };
  return await takeStep({ ctx, paymentId: wish.payment, request, render }, choose);
}

function tooMuch({ amountMinor, currency }: Payment) {
  return invalid("amount", `At most ${formatMinor(amountMinor, currency)} was authorised.`);
}
