import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { lockCustomerShared } from "#lib/domain/customers/index.ts";
import { type Answer, preparedOrReplayed } from "#lib/domain/idempotency/index.ts";
import { addToDraftIn, getInvoice, issueInvoiceIn } from "#lib/domain/invoices/index.ts";
import { getPlan, type Plan } from "#lib/domain/plans/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, SECOND_MS, toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { type Call, changeOnce, withdrawOnce } from "./change-once.ts";
import {
  type Agreement,
  agreeIn,
  chooseMethodIn,
  type NamedMethod,
  nameMethod,
} from "./choose-method.ts";
import { beginCollectingIn } from "./collect-invoice.ts";
import { getSubscription } from "./list-subscriptions.ts";
import { saveIn } from "./move-subscription.ts";
import { changeOf, type PlanChange } from "./plan-change.ts";
import { invoicedIn } from "./renew-subscription.ts";
import { isRunning } from "./subscription-state.ts";
import type { FinalAction, ProrationBehavior, Subscription } from "./types.ts";

/** What may change of plan and quantity, and how it is invoiced. */
export type PlanParams = {
  plan?: string | undefined;
  quantity?: number | undefined;
  prorationBehavior?: ProrationBehavior | undefined;
  /** Null: now. */
  prorationDate: Date | null;
};

export type SubscriptionChanges = PlanParams &
  Agreement & {
    paymentMethod: string | null;
    cancelAtPeriodEnd?: boolean | undefined;
    finalAction?: FinalAction | undefined;
    returnUrl: string | null;
    metadata?: Record<string, string> | undefined;
  };

/**
 * Changes what is given and leaves the rest, once per idempotency key. Another plan or quantity is
 * prorated as `proration_behavior` says, as of `proration_date`; another payment method is tried at once
 * where an invoice is unpaid. Keys, repeats and crashes as `changeOnce`. Refuses with
 * `resource_missing`, `parameter_invalid`, and `state_invalid` for a subscription that has ended.
 */
export async function updateSubscription(
  call: Call,
  id: Subscription["id"],
  changes: SubscriptionChanges,
): Promise<Answer> {
  const { ctx } = call;
  const named = await preparedOrReplayed(ctx, call.request, async () => ({
    method: await nameMethod(ctx, changes.paymentMethod),
  }));
  if ("replayed" in named) return named;
  if (named.method) await withdrawOnce(call, id);
  return await changeOnce(call, id, (tx) => updateIn(tx, ctx, id, changes, named.method));
}

async function updateIn(
  tx: Tx,
  ctx: Context,
  id: Subscription["id"],
  changes: SubscriptionChanges,
  named: NamedMethod,
): Promise<void> {
  const from = await getSubscription(ctx, id, tx);
  if (!isRunning(from) && from.status !== "incomplete") {
    throw new ApiError("state_invalid", `This subscription is ${from.status}: it cannot change.`);
  }
  let to: Subscription = {
    ...from,
    prorationBehavior: changes.prorationBehavior ?? from.prorationBehavior,
    cancelAtPeriodEnd: changes.cancelAtPeriodEnd ?? from.cancelAtPeriodEnd,
    finalAction: changes.finalAction ?? from.finalAction,
    metadata: mergeMetadata(from.metadata, changes.metadata),
  };
  if (named) to = await withMethodIn(tx, ctx, to, { named, agreement: changes });
  else if (changes.mandateData) {
    throw invalid("mandate_data", "This is for another payment method: give payment_method too.");
  }
  const wanted = await wantedChange(ctx, from, changes, tx);
  if (wanted) to = await withPlanIn(tx, ctx, to, wanted);
  if (named && from.openInvoiceId) await tryAgainIn(tx, ctx, to, changes.returnUrl);
  const saved = await saveIn(tx, ctx, from, to, "subscription.updated");
  await recordChangeIn(tx, ctx, {
    action: "subscription.updated",
    subject: { id },
    before: factsOf(from),
    after: factsOf(saved),
  });
}

const factsOf = (sub: Subscription) => ({
  plan: sub.planId,
  quantity: sub.quantity,
  paymentMethod: sub.paymentMethodId,
  cancelAtPeriodEnd: sub.cancelAtPeriodEnd,
  finalAction: sub.finalAction,
});

async function withMethodIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  { named, agreement }: { named: NamedMethod; agreement: Agreement },
): Promise<Subscription> {
  const customer = await lockCustomerShared(tx, ctx, sub.customerId, "customer");
  const { currency } = await getPlan(ctx, sub.planId, { tx });
  const method = await chooseMethodIn(tx, ctx, { named, customer, currency });
  return { ...sub, ...(await agreeIn(tx, ctx, method, agreement)) };
}

/** A new payment method pays what is unpaid, with its payer there to confirm. */
async function tryAgainIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  returnUrl: string | null,
): Promise<void> {
  if (!sub.openInvoiceId) return;
  const open = await getInvoice(ctx, sub.openInvoiceId, tx);
  if (open.collecting) return;
  await beginCollectingIn(tx, ctx, sub, open, { initiator: "payer", returnUrl });
}

async function withPlanIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  { from, change }: { from: Plan; change: PlanChange },
): Promise<Subscription> {
  const effect = changeOf(sub, from, change);
  const { currency } = from;
  const debtor = { subscriptionId: sub.id, customerId: sub.customerId, currency };
  if (effect.isInvoicedNow && !sub.openInvoiceId) {
    const invoice = await issueInvoiceIn(tx, ctx, debtor, effect.lines);
    const by = { initiator: "merchant", returnUrl: null } as const;
    return await invoicedIn(tx, ctx, effect.to, invoice, by);
  }
  await addToDraftIn(tx, ctx, debtor, effect.lines);
  return effect.to;
}

/**
 * The change of plan or quantity that is wished for, checked against the subscription; null when there
 * is none. Throws `parameter_invalid`, `resource_missing` (`plan`), and `state_invalid` where nothing was
 * paid yet, or a new rhythm would begin while an invoice is unpaid.
 */
export async function wantedChange(
  ctx: Context,
  sub: Subscription,
  params: PlanParams,
  tx?: Tx,
): Promise<{ from: Plan; change: PlanChange } | null> {
  if (params.plan === undefined && params.quantity === undefined) {
    if (params.prorationDate) throw invalid("proration_date", "There is nothing to prorate.");
    return null;
  }
  if (!isRunning(sub)) {
    throw new ApiError(
      "state_invalid",
      `Plan and quantity can change once the first payment has succeeded; this subscription is ${sub.status}.`,
    );
  }
  const inside = tx ? { tx } : {};
  const from = await getPlan(ctx, sub.planId, inside);
  const plan =
    params.plan === undefined || params.plan === from.id
      ? from
      : await getPlan(ctx, params.plan, { param: "plan", ...inside });
  checkPlan(sub, from, plan);
  const moment = momentOf(ctx, sub, params.prorationDate);
  const behavior = params.prorationBehavior ?? sub.prorationBehavior;
  const quantity = params.quantity ?? sub.quantity;
  return { from, change: { plan, quantity, behavior, moment } };
}

function checkPlan(sub: Subscription, from: Plan, to: Plan): void {
  if (to.id === from.id) return;
  if (!to.active) throw invalid("plan", `${to.name} cannot be subscribed to any more.`);
  if (to.currency !== from.currency) {
    throw invalid(
      "plan",
      `This subscription is in ${from.currency}, ${to.name} is in ${to.currency}.`,
    );
  }
  const sameRhythm = to.interval === from.interval && to.intervalCount === from.intervalCount;
  if (!sameRhythm && sub.openInvoiceId) {
    throw new ApiError(
      "state_invalid",
      "A plan of another rhythm begins a period at once: collect the open invoice first.",
    );
  }
}

/** Whole seconds, as they are shown and given. */
function momentOf(ctx: Context, sub: Subscription, wanted: Date | null): Date {
  const nowMs = Math.floor(businessNowMs(ctx) / SECOND_MS) * SECOND_MS;
  if (!wanted) return dateFromMs(Math.min(nowMs, sub.currentPeriodEnd.getTime()));
  const moment = dateFromMs(Math.floor(wanted.getTime() / SECOND_MS) * SECOND_MS);
  const earliest = Math.max(sub.changedAt.getTime(), sub.currentPeriodStart.getTime());
  if (moment.getTime() < earliest || moment.getTime() > nowMs) {
    const since = toIsoSeconds(dateFromMs(earliest));
    throw invalid(
      "proration_date",
      `Must not be in the future, nor before ${since}, when this subscription last changed.`,
    );
  }
  return moment;
}
