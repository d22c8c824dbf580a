import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import * as refunding from "./refunding-store.ts";
import type { Payment } from "./types.ts";

/**
 * Sets part of what was captured aside for a refund (`amountMinor` null: all that remains). Locks
 * the payment until the transaction ends. Throws `resource_missing`, `state_invalid` when the
 * payment did not succeed, and `parameter_invalid` (`amount`) for more than remains.
 */
export async function holdForRefundIn(
  tx: Tx,
  ctx: Context,
  paymentId: string,
  amountMinor: bigint | null,
): Promise<{ payment: Payment; amountMinor: bigint }> {
  const payment = await refunding.lock(tx, ctx, paymentId);
  if (!payment) throw missing("payment", paymentId, "payment");
  if (payment.status !== "succeeded") {
    throw new ApiError(
      "state_invalid",
      `Only a payment that succeeded can be refunded; this one is ${payment.status}.`,
      { param: "payment" },
    );
  }
  if (payment.disputed) {
    throw new ApiError(
      "state_invalid",
      "The payer's bank has taken this payment back: answer the dispute instead of refunding.",
      { param: "payment" },
    );
  }
  const remaining = payment.amountCapturedMinor - payment.amountRefundedMinor;
  const wanted = amountMinor ?? remaining;
  if (wanted > remaining || remaining === 0n) throw invalid("amount", tooMuch(payment, remaining));
  await refunding.addRefunded(tx, ctx, payment, wanted);
  return { payment, amountMinor: wanted };
}

function tooMuch(payment: Payment, remaining: bigint): string {
  if (remaining === 0n) return "This payment has been refunded in full.";
  return `At most ${formatMinor(remaining, payment.currency)} of this payment remains to be refunded.`;
}

/** Marks a payment as taken back by the payer's bank, and answers it. Locks it. */
export async function markDisputedIn(tx: Tx, ctx: Context, paymentId: string): Promise<Payment> {
  const payment = await refunding.lock(tx, ctx, paymentId);
  if (!payment) throw new Error(`${paymentId} does not exist`);
  await refunding.markDisputed(tx, ctx, payment);
  return { ...payment, disputed: true };
}

/** Gives back what a failed or canceled refund had set aside. Locks the payment. */
export async function releaseRefundIn(
  tx: Tx,
  ctx: Context,
  paymentId: string,
  amountMinor: bigint,
): Promise<void> {
  const payment = await refunding.lock(tx, ctx, paymentId);
  if (!payment) throw new Error(`${paymentId} does not exist`);
  await refunding.addRefunded(tx, ctx, payment, -amountMinor);
}
