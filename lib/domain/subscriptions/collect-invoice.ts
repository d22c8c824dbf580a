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
import { getMandate, isLive } from "#lib/domain/mandates/index.ts";
import { lockPaymentMethodIn } from "#lib/domain/payment-methods/index.ts";
import {
  chargeInvoicePayment,
  openInvoicePaymentIn,
  type Payment,
  readPaymentIn,
  withdrawInvoicePayment,
} from "#lib/domain/payments/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Initiator } from "#lib/rails/index.ts";
import { getSubscription, lockSubscription } from "./list-subscriptions.ts";
import { eventOf, saveIn } from "./move-subscription.ts";
import { afterFailure, afterPaid, isRunning, moved } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

/**
 * Records a try to collect an open invoice: the payment is opened in the same transaction, so its id is
 * fixed before the rail is asked and no crash or rival can make it two. Call `collectInvoice` after the
 * commit; the recovery loops do when that never comes. Where the payment method or its mandate has ended,
 * nothing is charged and the try has failed. Locks the payment method and the mandate. The subscription's and
 * the invoice's rows are locked by whoever calls.
 */
export async function beginCollectingIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  invoice: Invoice,
  by: { initiator: Initiator; returnUrl: string | null },
): Promise<void> {
  const method = await lockPaymentMethodIn(tx, ctx, sub.paymentMethodId);
  const mandate = sub.mandateId ? await getMandate(ctx, sub.mandateId, tx) : null;
  if (method.status !== "active" || (mandate && !isLive(mandate.status))) {
    await beginAttemptIn(tx, ctx, invoice, null);
    return;
  }
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
  });
  await beginAttemptIn(tx, ctx, invoice, payment.id);
}

/** Carries out the try to collect an invoice, where one has begun, and records what comes of it. Throws what the rail
 *  throws, and `LeaseHeldError` while somebody else asks it: the try then stays, and the recovery loops go on. */
export async function collectInvoice(
  ctx: Context,
  { id, subscriptionId }: Pick<Invoice, "id" | "subscriptionId">,
): Promise<void> {
  const { collecting, paymentId } = await getInvoice(ctx, id);
  if (!collecting) return;
  if (paymentId) await chargeInvoicePayment(ctx, paymentId);
  await concludeAttempt(ctx, { id, subscriptionId });
}

/** Gives up a try that waits for the payer to confirm it, so that something else can be tried or the
 *  subscription end; does nothing where none does. Throws as `withdrawInvoicePayment`. */
export async function withdrawAttempt(ctx: Context, id: Subscription["id"]): Promise<void> {
  const sub = await getSubscription(ctx, id);
  const open = sub.openInvoiceId ? await getInvoice(ctx, sub.openInvoiceId) : null;
  if (!open?.collecting || !open.paymentId) return;
  await withdrawInvoicePayment(ctx, open.paymentId);
  await concludeAttempt(ctx, open);
}

/**
 * Records on invoice and subscription what became of the payment of the latest try, once: both rows,
 * their events and the next try's date commit together. Does nothing while the payment has no outcome.
 * Locks the subscription and then the invoice, and reads the payment after that: whoever settles it
 * later finds the invoice unlocked and wakes it again.
 */
export async function concludeAttempt(
  ctx: Context,
  { id, subscriptionId }: Pick<Invoice, "id" | "subscriptionId">,
): Promise<void> {
  await transact(async (tx) => {
    const sub = await lockSubscription(tx, ctx, subscriptionId);
    const invoice = await lockInvoice(tx, ctx, id);
    if (!invoice.collecting) return await takeBackIn(tx, ctx, sub, invoice);
    // There was nothing to charge, and trying again would not change that.
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
    // It ended while its last invoice was being collected.
    await moveInvoiceIn(tx, ctx, failed, "uncollectible");
    await saveIn(tx, ctx, sub, { ...sub, openInvoiceId: null, redirectUrl: null }, null);
    return;
  }
  const moment = businessNow(ctx);
  const { to, isOver } = afterFailure(sub, { isHard, moment });
  const saved = await saveIn(tx, ctx, sub, to, eventOf(sub, to));
  if (isOver) await takeFinalActionIn(tx, ctx, saved, failed);
}

/** What the merchant chose for a subscription that could not be collected; its invoice is given up, and
 *  those that wait behind it. The rows are locked by whoever calls. */
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
 * Looks at an invoice that nothing collects: when the payer's bank took back what had paid it, it is open
 * again and dunning begins; behind another open one it waits for its turn. Of a subscription that has
 * ended it is uncollectible. Done once: the invoice is not paid any more then. The subscription's and the
 * invoice's rows are locked by whoever calls.
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

/** A subscription that begins to be dunned for an invoice which was opened again. What was refused for
 *  good is not tried again with the same instrument. */
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

/** Whether trying again with the same instrument is of no use: the issuer forbids it, or says that its
 *  data are wrong. */
function isHardRefusal({ decline }: Payment): boolean {
  const advice = decline?.adviceCode ?? null;
  return advice === "do_not_try_again" || advice === "confirm_card_data";
}
