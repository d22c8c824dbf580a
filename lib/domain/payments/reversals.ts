import { type Tx, transact } from "#db/transact.ts";
import { type NewEntry, recordEntryIn, WITHOUT_FEES } from "#lib/domain/balance/index.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { ruleOf } from "#lib/domain/payment-methods/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { Decline } from "#lib/rails/index.ts";
import { wireOf } from "#lib/wire/index.ts";
import * as store from "./change-store.ts";
import { refundableMinor, whyNotRefunded } from "./payment-policy.ts";
import { lockPayment } from "./read-payments.ts";
import type { Payment } from "./types.ts";

/**
 * Reserves part of the captured amount for a refund (`amountMinor` null: all that remains). Locks the payment until the
 * transaction ends. Throws `resource_missing`, `state_invalid` if the payment did not succeed or is disputed, and
 * `parameter_invalid` (`amount`) for more than remains.
 */
export async function holdForRefundIn(
  tx: Tx,
  ctx: Context,
  paymentId: string,
  amountMinor: bigint | null,
): Promise<{ payment: Payment; amountMinor: bigint }> {
  const payment = await store.lock(tx, ctx, paymentId);
  if (!payment) throw missing("payment", paymentId, "payment");
  const refusal = whyNotRefunded(payment);
  if (refusal) throw refusal;
  const remaining = refundableMinor(payment);
  const wanted = amountMinor ?? remaining;
  if (wanted > remaining) throw invalid("amount", tooMuch(payment, remaining));
  await store.addRefunded(tx, ctx, payment, wanted);
  return { payment, amountMinor: wanted };
}

function tooMuch(payment: Payment, remaining: bigint): string {
  return `At most ${formatMinor(remaining, payment.currency)} of this payment remains to be refunded.`;
}

/**
 * Marks a payment as disputed and returns it with the amount that its bank takes back: what was captured and not
 * refunded. Returns null, and writes nothing, if nothing can be taken back: it did not succeed, is disputed already or is
 * refunded in full. Locks the payment.
 */
export async function markDisputedIn(
  tx: Tx,
  ctx: Context,
  paymentId: string,
): Promise<{ payment: Payment; amountMinor: bigint } | null> {
  const payment = await store.lock(tx, ctx, paymentId);
  if (!payment) throw new Error(`${paymentId} does not exist`);
  const amountMinor = refundableMinor(payment);
  if (amountMinor === 0n) return null;
  await store.markDisputed(tx, ctx, payment);
  return { payment: { ...payment, disputed: true }, amountMinor };
}

/**
 * Releases the amount that a failed or canceled refund had reserved. If the payment failed late meanwhile, the payer's bank
 * has taken this part back too, so it leaves the balance. If the refund held all of the payment, a chargeback of it was not
 * recorded, so the rail is asked again. Locks the payment.
 */
export async function releaseRefundIn(
  tx: Tx,
  ctx: Context,
  { id, paymentId, amountMinor }: { id: Id<"re">; paymentId: string; amountMinor: bigint },
): Promise<void> {
  const payment = await store.lock(tx, ctx, paymentId);
  if (!payment) throw new Error(`${paymentId} does not exist`);
  await store.addRefunded(tx, ctx, payment, -amountMinor);
  if (payment.status === "failed") {
    await recordEntryIn(tx, ctx, failureOf(ctx, payment, { amountMinor, sourceId: id }));
  } else if (refundableMinor(payment) === 0n && !payment.disputed) {
    await store.makeWatchDue(tx, ctx, payment);
  }
}

/** The entry of money that the payer's bank took back with a late failure. */
function failureOf(
  ctx: Context,
  { id: paymentId, currency }: Payment,
  { amountMinor, sourceId }: { amountMinor: bigint; sourceId: string },
): NewEntry {
  return {
    type: "payment_failure",
    amountMinor: -amountMinor,
    currency,
    ...WITHOUT_FEES,
    sourceId,
    paymentId,
    bookedAt: businessNow(ctx),
  };
}

/**
 * Records a late failure: the payment becomes `failed` and declined in reports, the part that was not refunded leaves the balance,
 * `payment.failed` is sent and the invoice that it had paid becomes due, in one transaction. Returns the new payment.
 * Throws `resource_missing`, and `state_invalid` unless it is a bank's payment that succeeded and is not disputed. Locks
 * the payment and then its invoice.
 */
export async function failLateIn(
  tx: Tx,
  ctx: Context,
  paymentId: string,
  decline: Decline,
): Promise<Payment> {
  const payment = await lockPayment(tx, ctx, paymentId);
  checkMayFail(payment);
  const outcome = "declined";
  const failed: Payment = { ...payment, status: "failed", outcome, decline, railCheckAt: null };
  if (!(await store.failLate(tx, ctx, payment, failed))) {
    throw new Error(`${payment.id} changed while it was locked`);
  }
  const left = payment.amountCapturedMinor - payment.amountRefundedMinor;
  if (left > 0n) {
    const part = { amountMinor: left, sourceId: payment.id };
    await recordEntryIn(tx, ctx, failureOf(ctx, payment, part));
  }
  const data = wireOf("payment", failed);
  await emitEvent(tx, ctx, { type: "payment.failed", objectId: failed.id, data });
  if (failed.invoiceId) await store.makeInvoiceDue(tx, ctx, failed);
  return failed;
}

/** Records a late failure that the rail reported. Does nothing if another process has recorded it, or if the payment is
 *  disputed: then the bank took the money back with the dispute. */
export async function failLate(ctx: Context, payment: Payment, decline: Decline): Promise<void> {
  await transact(async (tx) => {
    const { status, disputed } = await lockPayment(tx, ctx, payment.id);
    if (status === "succeeded" && !disputed) await failLateIn(tx, ctx, payment.id, decline);
  });
  notifyDispatcher();
}

function checkMayFail({ method, status, disputed }: Payment): void {
  if (ruleOf(method).flow === "token") {
    throw new ApiError("state_invalid", `A payment by ${method} cannot fail after it succeeded.`);
  }
  if (status !== "succeeded") {
    throw new ApiError(
      "state_invalid",
      `Only a payment that succeeded can fail late; this one is ${status}.`,
    );
  }
  if (disputed) throw new ApiError("state_invalid", "This payment is disputed already.");
}
