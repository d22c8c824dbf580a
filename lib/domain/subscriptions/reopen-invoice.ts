import type { Tx } from "#db/transact.ts";
import {
  type Invoice,
  moveInvoiceIn,
  reopenInvoiceIn,
  restIn,
} from "#lib/domain/invoices/index.ts";
import { type Payment, readPaymentIn } from "#lib/domain/payments/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { eventOf, saveIn } from "./move-subscription.ts";
import { afterFailure, isRunning } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

/**
 * Looks at an invoice that nothing collects: when the payer's bank took back what had paid it, it is open
 * again and dunning begins; behind another open one it waits for its turn. Of a subscription that has
 * ended it is uncollectible. Done once: the invoice is not paid any more then. The subscription's and the
 * invoice's rows are locked by whoever calls.
 */
export async function takeBackIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  invoice: Invoice,
): Promise<void> {
  const payment = await takenBack(tx, ctx, invoice);
  const open = payment && (await reopenInvoiceIn(tx, ctx, invoice, payment.amountRefundedMinor));
  if (!open) return await restIn(tx, invoice);
  if (!isRunning(sub)) await moveInvoiceIn(tx, ctx, open, "uncollectible");
  else if (!sub.openInvoiceId) {
    const to = await dunningFor(tx, ctx, sub, open);
    await saveIn(tx, ctx, sub, to, eventOf(sub, to));
  }
}

async function takenBack(tx: Tx, ctx: Context, invoice: Invoice): Promise<Payment | null> {
  if (invoice.status !== "paid" || !invoice.paymentId) return null;
  const payment = await readPaymentIn(tx, ctx, invoice.paymentId);
  return payment.status === "failed" ? payment : null;
}

/** A subscription that begins to be dunned for an invoice which was opened again. What was refused for
 *  good is not tried again with the same instrument. */
export async function dunningFor(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  invoice: Invoice,
): Promise<Subscription> {
  const payment = invoice.paymentId ? await readPaymentIn(tx, ctx, invoice.paymentId) : null;
  const sameMethod = payment?.paymentMethodId === sub.paymentMethodId;
  const isHard = payment !== null && sameMethod && isHardRefusal(payment);
  const { to } = afterFailure(sub, { isHard, moment: businessNow(ctx) });
  return { ...to, openInvoiceId: invoice.id };
}

/** Whether trying again with the same instrument is of no use: the issuer forbids it, or says that its
 *  data are wrong. */
export function isHardRefusal({ decline }: Payment): boolean {
  const advice = decline?.adviceCode ?? null;
  return advice === "do_not_try_again" || advice === "confirm_card_data";
}
