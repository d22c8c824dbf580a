import type { Answer, IdempotentRequest, Renderer } from "#lib/domain/idempotency/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { takeStep } from "./take-step.ts";
import type { Payment } from "./types.ts";

/**
 * Cancels a payment that waits for the payer or for its capture; whatever was authorised is
 * released. Keys, repeats and crashes as `takeStep`. Refuses with `resource_missing` and
 * `state_invalid`.
 */
export async function cancelPayment(
  ctx: Context,
  paymentId: string,
  request: IdempotentRequest,
  render: Renderer<Payment>,
): Promise<Answer> {
  return await takeStep({ ctx, paymentId, request, render }, () => ({
    step: "cancel",
    captureMinor: null,
  }));
}
