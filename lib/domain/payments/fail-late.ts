import { type Tx, transact } from "#db/transact.ts";
import { NO_FEES, recordEntryIn } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { ruleOf } from "#lib/domain/payment-methods/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Decline } from "#lib/rails/index.ts";
import { wireOf } from "#lib/wire/index.ts";
import { getPaymentIn } from "./get-payment.ts";
import { wakeInvoice } from "./invoice-payment-store.ts";
import * as steps from "./step-store.ts";
import type { Payment } from "./types.ts";

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
