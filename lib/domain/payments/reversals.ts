import { type Tx, transact } from "#db/transact.ts";
import { NO_FEES, recordEntryIn } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { ruleOf } from "#lib/domain/payment-methods/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { Decline } from "#lib/rails/index.ts";
import { wireOf } from "#lib/wire/index.ts";
import * as refunding from "./change-store.ts";
import * as steps from "./change-store.ts";
import { wakeInvoice } from "./change-store.ts";
import { getPaymentIn } from "./read-payments.ts";
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

/**
 * Records that a bank took back what it had paid: the payment fails after all, what was not refunded of it
 * leaves the balance, the event tells, and the invoice that it had paid is marked to be looked at,
 * together. Answers the payment as it then stands. Throws `resource_missing`, and `state_invalid` unless
 * it is a bank's payment that succeeded and is not disputed. Locks the payment and then its invoice.
 */
export async function failLateIn(
  tx: Tx,
  ctx: Context,
  paymentId: string,
  decline: Decline,
): Promise<Payment> {
  const payment = await getPaymentIn(tx, ctx, paymentId);
  checkMayFail(payment);
  const failed: Payment = { ...payment, status: "failed", decline, railCheckAt: null };
  if (!(await steps.failLate(tx, ctx, payment, failed))) {
    throw new Error(`${payment.id} changed while it was locked`);
  }
  const left = payment.amountCapturedMinor - payment.amountRefundedMinor;
  if (left > 0n) {
    await recordEntryIn(tx, ctx, {
      type: "payment_failure",
      amountMinor: -left,
      currency: payment.currency,
      fees: NO_FEES,
      disputeFee: 0n,
      pricing: null,
      sourceId: payment.id,
      paymentId: payment.id,
      bookedAt: businessNow(ctx),
    });
  }
  const data = wireOf("payment", failed);
  await emitEvent(tx, ctx, { type: "payment.failed", objectId: failed.id, data });
  if (failed.invoiceId) await wakeInvoice(tx, ctx, failed);
  return failed;
}

/** The same as what a rail says: does nothing when a rival has recorded it. */
export async function failLate(ctx: Context, payment: Payment, decline: Decline): Promise<void> {
  await transact(async (tx) => {
    const { status } = await getPaymentIn(tx, ctx, payment.id);
    if (status === "succeeded") await failLateIn(tx, ctx, payment.id, decline);
  });
  notifyDispatcher();
}

function checkMayFail({ method, status, disputed }: Payment): void {
  if (ruleOf(method).flow === "token") {
    throw new ApiError("state_invalid", `A payment by ${method} that succeeded stays so.`);
  }
  if (status !== "succeeded") {
    throw new ApiError(
      "state_invalid",
      `Only a payment that succeeded can fail late; this one is ${status}.`,
    );
  }
  if (disputed) throw new ApiError("state_invalid", "This payment was taken back by a dispute.");
}
