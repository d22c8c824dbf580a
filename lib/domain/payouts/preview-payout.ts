import { businessNow } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { PayeeVerification } from "#lib/rails/index.ts";
import { checkedPayout } from "./create-payout.ts";
import type { Instruction } from "./instruction.ts";
import { expectedArrival, PENDING_MS } from "./payout-state.ts";
import type { CheckedPayout } from "./types.ts";
import { verifyPayee } from "./verify-payee.ts";

export type PayoutPreview = CheckedPayout & { payee: PayeeVerification; arrivalDate: string };

/** What would be sent, when it would arrive, and what the beneficiary's bank says of the name. Makes nothing.
 *  Throws as `createPayout` does of the instruction. */
export async function previewPayout(
  ctx: Context,
  instruction: Instruction,
): Promise<PayoutPreview> {
  const params = checkedPayout(instruction);
  const payee = await verifyPayee(ctx, params);
  const sendAt = dateFromMs(businessNow(ctx).getTime() + PENDING_MS);
  return { ...params, payee, arrivalDate: expectedArrival(params.rail, sendAt) };
}
