import { type Tx, transact } from "#db/transact.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  beginAttemptIn,
  failAttemptIn,
  getInvoice,
  type Invoice,
  lockDraft,
  lockInvoice,
  lockReopened,
  moveInvoiceIn,
  reopenInvoiceIn,
  restIn,
  voidDraftIn,
} from "#lib/domain/invoices/index.ts";
import { useMandateIn } from "#lib/domain/mandates/index.ts";
import { lockPaymentMethodIn } from "#lib/domain/payment-methods/index.ts";
import {
  chargeOpenedPayment,
  openInvoicePaymentIn,
  type Payment,
  readPaymentIn,
  withdrawInvoicePayment,
} from "#lib/domain/payments/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Initiator } from "#lib/kernel/vocabulary/payments.ts";
import { getSubscription, lockSubscription } from "./list-subscriptions.ts";
import { eventOf, saveIn } from "./move-subscription.ts";
import { afterFailure, afterPaid, isRunning, moved } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

/**
 * Begins a dunning attempt for an open invoice. The payment is created in the same transaction, so its id is fixed
 * before the rail is asked, and neither a crash nor a concurrent call can create a second one. Call `collectInvoice`
 * after the commit; due work does it otherwise. The attempt is a use of the mandate. If the payment method or its mandate
 * has ended, nothing is charged and the attempt fails. Locks the payment method and the mandate; the caller has locked
 * subscription and invoice.
 */
export async function beginCollectingIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  invoice: Invoice,
  by: { initiator: Initiator; returnUrl: string | null; retryOf?: Id<"pay"> },
): Promise<Invoice> {
  const method = await lockPaymentMethodIn(tx, ctx, sub.paymentMethodId);
  const isActive = method.status === "active";
  const isAgreed =
    isActive && (!sub.mandateId || (await useMandateIn(tx, ctx, sub.mandateId)) !== null);
  if (!isAgreed) return await beginAttemptIn(tx, ctx, invoice, null);
  const payment = await openInvoicePaymentIn(tx, ctx, {
    ...by,
    amountMinor: invoice.amountDueMinor,
    currency: invoice.currency,
    customerId: sub.customerId,
    method,
    mandateId: sub.mandateId,
    subscriptionId: sub.id,
    invoiceId: invoice.id,
    description: `Invoice ${invoice.number}`,
    retryOf: by.retryOf ?? null,
  });
  return await beginAttemptIn(tx, ctx, invoice, payment.id);
}

/**
 * Begins an additional attempt to collect the open invoice of a subscription that is past due; dunning continues as
 * planned if it fails. Returns its payment, or null if the invoice is not to be collected now or nothing can be charged:
 * then the caller must roll back. Locks the subscription, the invoice, the payment method and the mandate. Call
 * `collectInvoice` after the commit.
 */
export async function retryInvoiceIn(
  tx: Tx,
  ctx: Context,
  {
    subscriptionId,
    invoiceId,
    retryOf,
  }: { subscriptionId: string; invoiceId: string; retryOf: Id<"pay"> },
): Promise<Payment | null> {
  const sub = await lockSubscription(tx, ctx, subscriptionId);
  const invoice = await lockInvoice(tx, ctx, invoiceId);
  if (sub.status !== "past_due" || sub.openInvoiceId !== invoice.id || invoice.collecting)
    return null;
  const by = { initiator: "merchant", returnUrl: null, retryOf } as const;
  const { paymentId } = await beginCollectingIn(tx, ctx, sub, invoice, by);
  return paymentId && (await readPaymentIn(tx, ctx, paymentId));
}

/** Charges the payment of the attempt that has begun, if any, and records its outcome. Throws what the rail throws,
 *  and `LeaseHeldError` while another process asks the rail; due work finishes the attempt then. */
export async function collectInvoice(
  ctx: Context,
  { id, subscriptionId }: Pick<Invoice, "id" | "subscriptionId">,
): Promise<void> {
  const { collecting, paymentId } = await getInvoice(ctx, id);
  if (!collecting) return;
  if (paymentId) await chargeOpenedPayment(ctx, paymentId);
  await concludeAttempt(ctx, { id, subscriptionId });
}

/** Cancels an attempt that waits for the payer's confirmation, so that another can begin or the subscription can
 *  end. Does nothing if there is none. Throws as `withdrawInvoicePayment`. */
export async function withdrawAttempt(ctx: Context, id: Subscription["id"]): Promise<void> {
  const sub = await getSubscription(ctx, id);
  const open = sub.openInvoiceId ? await getInvoice(ctx, sub.openInvoiceId) : null;
  if (!open?.collecting || !open.paymentId) return;
  await withdrawInvoicePayment(ctx, open.paymentId);
  await concludeAttempt(ctx, open);
}

/**
 * Records the outcome of the latest attempt's payment on invoice and subscription, once: both rows, their events and
 * the date of the next attempt commit together. Does nothing while the payment has no outcome. Locks the
 * subscription, then the invoice, and reads the payment last: a payment that is settled later makes the invoice due
 * again.
 */
export async function concludeAttempt(
  ctx: Context,
  { id, subscriptionId }: Pick<Invoice, "id" | "subscriptionId">,
): Promise<void> {
  await transact(async (tx) => {
    const sub = await lockSubscription(tx, ctx, subscriptionId);
    const invoice = await lockInvoice(tx, ctx, id);
    if (!invoice.collecting) return await takeBackIn(tx, ctx, sub, invoice);
    // The payment method had ended, so a retry cannot succeed.
    if (!invoice.paymentId) return await recordFailure(tx, ctx, sub, invoice, { isHard: true });
    const payment = await readPaymentIn(tx, ctx, invoice.paymentId);
    switch (payment.status) {
      case "succeeded":
        return await recordPaid(tx, ctx, sub, invoice);
      case "failed":
      case "canceled":
        return await recordFailure(tx, ctx, sub, invoice, { isHard: isHardRefusal(payment) });
      default:
        await restIn(tx, invoice);
        if (sub.redirectUrl === payment.redirectUrl) return;
        await saveIn(tx, ctx, sub, { ...sub, redirectUrl: payment.redirectUrl }, null);
    }
  });
  notifyDispatcher();
}

async function recordPaid(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  invoice: Invoice,
): Promise<void> {
  await moveInvoiceIn(tx, ctx, invoice, "paid");
  const [waiting] = await lockReopened(tx, ctx, sub.id);
  const paid = afterPaid(sub);
  const to = waiting && isRunning(paid) ? await dunningFor(tx, ctx, paid, waiting) : paid;
  const isNews = waiting !== undefined || to.status !== sub.status;
  await saveIn(tx, ctx, sub, to, isNews ? eventOf(sub, to) : null);
}

async function recordFailure(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  invoice: Invoice,
  { isHard }: { isHard: boolean },
): Promise<void> {
  const failed = await failAttemptIn(tx, ctx, invoice);
  if (!isRunning(sub) && sub.status !== "incomplete") {
    // The subscription ended while its last invoice was being collected.
    await moveInvoiceIn(tx, ctx, failed, "uncollectible");
    await saveIn(tx, ctx, sub, { ...sub, openInvoiceId: null, redirectUrl: null }, null);
    return;
  }
  const moment = businessNow(ctx);
  const { to, isOver } = afterFailure(sub, { isHard, moment });
  const saved = await saveIn(tx, ctx, sub, to, eventOf(sub, to));
  if (isOver) await takeFinalActionIn(tx, ctx, saved, failed);
}

/** Takes the final action that the merchant chose after dunning failed. The invoice and all reopened ones become
 *  uncollectible. The caller has locked the rows. */
export async function takeFinalActionIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  invoice: Invoice,
): Promise<void> {
  await moveInvoiceIn(tx, ctx, invoice, "uncollectible");
  for (const waiting of await lockReopened(tx, ctx, sub.id)) {
    await moveInvoiceIn(tx, ctx, waiting, "uncollectible");
  }
  const draft = await lockDraft(tx, ctx, sub.id);
  if (draft) await voidDraftIn(tx, ctx, draft);
  const ended = { ...sub, openInvoiceId: null, nextAttemptAt: null };
  const to: Subscription =
    sub.finalAction === "cancel"
      ? { ...moved(ended, "canceled"), canceledAt: businessNow(ctx) }
      : moved(ended, "unpaid");
  await saveIn(tx, ctx, sub, to, eventOf(sub, to));
}

/**
 * Reopens a paid invoice whose payment the payer's bank has taken back, and begins dunning; if another invoice is
 * open, it waits for that one. If the subscription has ended, the invoice becomes uncollectible. Happens once, because
 * the invoice is no longer paid afterwards. The caller has locked subscription and invoice.
 */
async function takeBackIn(
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

/** The subscription with dunning begun for a reopened invoice. After a hard decline the same payment method is not
 *  tried again. */
async function dunningFor(
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

/** Whether a retry with the same payment method is pointless: the issuer forbids it or says that the data are
 *  wrong. */
function isHardRefusal({ decline }: Payment): boolean {
  const advice = decline?.adviceCode ?? null;
  return advice === "do_not_try_again" || advice === "confirm_card_data";
}
