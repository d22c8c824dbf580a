import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { sumOf } from "#lib/domain/billing/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  dueInvoices,
  type Invoice,
  issueInvoiceIn,
  lockDraft,
  lockInvoice,
  lockReopened,
  moveInvoiceIn,
  voidDraftIn,
} from "#lib/domain/invoices/index.ts";
import { lockPlanShared } from "#lib/domain/plans/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import {
  beginCollectingIn,
  collectInvoice,
  concludeAttempt,
  takeFinalActionIn,
} from "./collect-invoice.ts";
import { getSubscription, lockSubscription } from "./list-subscriptions.ts";
import { eventOf, saveIn } from "./move-subscription.ts";
import { periodLines } from "./plan-change.ts";
import * as store from "./store.ts";
import { FIRST_PAYMENT_MS, isInTrial, moved, nextDueOf, noticeAt } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

/** The merchant initiates a renewal, under the payer's mandate. */
const BY_MERCHANT = { initiator: "merchant", returnUrl: null } as const;

/**
 * Does the next due thing of a subscription by its account's clock: announces the end of its trial, invoices the next
 * period, retries an unpaid invoice, takes the final action, or ends it. The decision is made on the locked row, so
 * only one worker acts. Then collects the open invoice at the rail, with no transaction open.
 */
async function doWhatIsDue(ctx: Context, id: Subscription["id"]): Promise<void> {
  await transact(async (tx) => {
    const sub = await lockSubscription(tx, ctx, id);
    const moment = businessNow(ctx);
    const due = nextDueOf(sub);
    if (due === null || due > moment) await saveIn(tx, ctx, sub, sub, null);
    else await dueOne(tx, ctx, sub, moment);
  });
  notifyDispatcher();
  const { openInvoiceId, id: subscriptionId } = await getSubscription(ctx, id);
  if (openInvoiceId) await collectInvoice(ctx, { id: openInvoiceId, subscriptionId });
}

async function dueOne(tx: Tx, ctx: Context, sub: Subscription, moment: Date): Promise<void> {
  const open = sub.openInvoiceId ? await lockInvoice(tx, ctx, sub.openInvoiceId) : null;
  // Wait for the payment's outcome; look again in an hour in case the notification is lost.
  if (open?.collecting) return await lookAgainIn(tx, ctx, sub);
  switch (sub.status) {
    case "incomplete":
      return await expire(tx, ctx, sub, open);
    case "past_due":
      return await dun(tx, ctx, sub, open);
    default:
      if (isInTrial(sub) && !sub.trialReminded && noticeAt(sub) <= moment) {
        await saveIn(tx, ctx, sub, { ...sub, trialReminded: true }, "subscription.trial_ending");
      } else if (sub.cancelAtPeriodEnd) await endIn(tx, ctx, sub);
      else await renew(tx, ctx, sub, moment);
  }
}

async function lookAgainIn(tx: Tx, ctx: Context, sub: Subscription): Promise<void> {
  await store.update(tx, sub, { ...sub, dueAt: dateFromMs(businessNowMs(ctx) + HOUR_MS) });
}

/** Begins the next period, its invoice and the first attempt to collect it, in one transaction. The caller has locked
 *  the subscription. */
export async function renew(tx: Tx, ctx: Context, sub: Subscription, moment: Date): Promise<void> {
  const plan = await lockPlanShared(tx, ctx, sub.planId);
  const { to, lines } = periodLines(sub, plan, moment);
  const debtor = { subscriptionId: sub.id, customerId: sub.customerId, currency: plan.currency };
  const invoice = await issueInvoiceIn(tx, ctx, debtor, lines);
  const invoiced = await invoicedIn(tx, ctx, to, invoice, BY_MERCHANT);
  await saveIn(tx, ctx, sub, invoiced, "subscription.updated");
}

/** The subscription with its new invoice. Begins to collect the invoice if an amount is due. */
export async function invoicedIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  invoice: Invoice,
  by: Parameters<typeof beginCollectingIn>[4],
): Promise<Subscription> {
  const to = { ...sub, latestInvoiceId: invoice.id };
  if (invoice.status === "paid") return sub.status === "trialing" ? moved(to, "active") : to;
  await beginCollectingIn(tx, ctx, to, invoice, by);
  return { ...to, openInvoiceId: invoice.id };
}

/** Begins the next dunning attempt, or takes the final action after the last. The caller has locked the rows. */
export async function dun(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  open: Invoice | null,
): Promise<void> {
  if (!open) throw new Error(`${sub.id} is past due and has no open invoice`);
  if (sub.nextAttemptAt === null) return await takeFinalActionIn(tx, ctx, sub, open);
  await beginCollectingIn(tx, ctx, sub, open, BY_MERCHANT);
  const to = { ...sub, dunningAttempt: sub.dunningAttempt + 1, nextAttemptAt: null };
  await saveIn(tx, ctx, sub, to, null);
}

/** Expires a subscription whose first payment did not succeed within 23 hours. */
async function expire(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  open: Invoice | null,
): Promise<void> {
  if (businessNowMs(ctx) < sub.createdAt.getTime() + FIRST_PAYMENT_MS) return;
  if (open) await moveInvoiceIn(tx, ctx, open, "void");
  const to = { ...moved(sub, "incomplete_expired"), openInvoiceId: null, redirectUrl: null };
  await saveIn(tx, ctx, sub, to, eventOf(sub, to));
}

/**
 * Ends a locked subscription now. An open invoice is voided, unless it is being collected: then its outcome counts. If
 * none was open, a positive draft is invoiced now and collection is attempted once; any other draft is voided.
 */
export async function endIn(tx: Tx, ctx: Context, sub: Subscription): Promise<Subscription> {
  const open = sub.openInvoiceId ? await lockInvoice(tx, ctx, sub.openInvoiceId) : null;
  if (open && !open.collecting) await moveInvoiceIn(tx, ctx, open, "void");
  for (const waiting of await lockReopened(tx, ctx, sub.id)) {
    await moveInvoiceIn(tx, ctx, waiting, "void");
  }
  const openInvoiceId = open?.collecting ? open.id : null;
  const status = sub.status === "incomplete" ? "incomplete_expired" : "canceled";
  let to: Subscription = {
    ...moved(sub, status),
    openInvoiceId,
    nextAttemptAt: null,
    canceledAt: businessNow(ctx),
  };
  const draft = await lockDraft(tx, ctx, sub.id);
  if (draft && sumOf(draft.lines) > 0n && !open) {
    const { currency } = draft;
    const debtor = { subscriptionId: sub.id, customerId: sub.customerId, currency };
    to = await invoicedIn(tx, ctx, to, await issueInvoiceIn(tx, ctx, debtor, []), BY_MERCHANT);
  } else if (draft) await voidDraftIn(tx, ctx, draft);
  return await saveIn(tx, ctx, sub, to, eventOf(sub, to));
}

const LEASE_MS = HOUR_MS;

/**
 * Due work of subscriptions, in order of time: ends of trials, renewals, dunning attempts, ends. Resumes what a crash
 * left unfinished.
 */
export const dueSubscriptions = defineDueWork({
  name: "subscriptions",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  finish: async (sub) => await doWhatIsDue(await systemContext(sub, "billing"), sub.id),
  failure: "due work of a subscription failed and will be retried",
});

/** Records outcomes of invoice payments if the call that charged them did not. */
export const collectedInvoices = defineDueWork({
  name: "collected invoices",
  queue: dueInvoices,
  leaseMs: () => LEASE_MS,
  finish: async (invoice) =>
    await concludeAttempt(await systemContext(invoice, "billing"), invoice),
  failure: "the outcome of an invoice's payment could not be recorded and will be retried",
});
