import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { tokeniseCard } from "./tokenise-card.ts";
import type { PaymentMethod } from "./types.ts";

const READY_TOKEN = "pm_test_";
const YEARS_AHEAD = 3;

/** Whether it names a test card instead of a stored payment method (decisions §5). */
export function isReadyToken(paymentMethod: string): boolean {
  return paymentMethod.startsWith(READY_TOKEN);
}

/**
 * A fresh payment method for `pm_test_<card number>`, not stored yet, so that a first charge is one
 * call. Throws `parameter_invalid` in live mode and for a number that is no test card; the message
 * repeats nothing of it.
 */
export async function resolveReadyToken(
  ctx: Context,
  token: string,
  param: string,
): Promise<PaymentMethod> {
  if (ctx.mode !== "test") {
    throw invalid(param, "Tokens that begin with pm_test_ work in test mode only.");
  }
  const number = token.slice(READY_TOKEN.length);
  const card = { number, expMonth: 12, expYear: now().getUTCFullYear() + YEARS_AHEAD, cvc: "123" };
  try {
    return await tokeniseCard(ctx, card);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "parameter_invalid") throw error;
    throw invalid(param, "This pm_test_ token does not name a test card.");
  }
}
