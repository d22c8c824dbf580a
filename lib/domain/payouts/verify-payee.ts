import type { Context } from "#lib/kernel/context.ts";
import { log } from "#lib/kernel/log.ts";
import { type PayeeRequest, type PayeeVerification, railFor } from "#lib/rails/index.ts";

/** Asks the beneficiary's bank whether the account is in that name. A bank that does not answer is
 *  `unavailable`, which stops nobody. Throws `gateway_error` in live mode without a connector. */
export async function verifyPayee(
  ctx: Context,
  { beneficiary, currency }: PayeeRequest,
): Promise<PayeeVerification> {
  const rail = railFor(ctx.mode);
  try {
    return await rail.verifyPayee({ beneficiary, currency });
  } catch (error) {
    log.warn("a payee could not be verified", { error, requestId: ctx.requestId });
    return { result: "unavailable", accountName: null };
  }
}
