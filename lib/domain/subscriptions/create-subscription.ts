import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { periodAt } from "#lib/domain/billing/index.ts";
import { lockCustomerShared } from "#lib/domain/customers/index.ts";
import { type Answer, preparedOrReplayed } from "#lib/domain/idempotency/index.ts";
import { issueInvoiceIn } from "#lib/domain/invoices/index.ts";
import { lockPlanShared, type Plan } from "#lib/domain/plans/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import type { FinalAction, ProrationBehavior } from "#lib/kernel/vocabulary/billing.ts";
import { type Call, changeOnce } from "./change-once.ts";
import { type Agreement, agreeIn, chooseMethodIn, nameMethod } from "./choose-method.ts";
import { announceIn } from "./move-subscription.ts";
import { priceOf } from "./plan-change.ts";
import { invoicedIn } from "./renew-subscription.ts";
import * as store from "./store.ts";
import { nextDueOf } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

export type NewSubscription = Agreement & {
  customer: string;
  plan: string;
  quantity: number;
  paymentMethod: string | null;
  /** Null: the plan's. */
  trialDays: number | null;
  prorationBehavior: ProrationBehavior;
  finalAction: FinalAction;
  cancelAtPeriodEnd: boolean;
  /** Where the payer returns after confirming the first payment. */
  returnUrl: string | null;
  metadata: Record<string, string> | undefined;
};

/**
 * Creates a subscription, once per idempotency key. With a trial, nothing is charged until it ends. Without one, the
 * first period is invoiced and collected immediately; if the payer must confirm it or it fails, the subscription is
 * `incomplete` and expires after 23 hours. Keys, repeats and crashes as `changeOnce`. Refuses with
 * `parameter_invalid` and `resource_missing`.
 */
export async function createSubscription(call: Call, params: NewSubscription): Promise<Answer> {
  const { ctx } = call;
  const named = await preparedOrReplayed(ctx, call.request, async () => ({
    method: await nameMethod(ctx, params.paymentMethod),
  }));
  if ("replayed" in named) return named;
  const id = newId("sub");
  return await changeOnce(call, id, async (tx) => {
    const customer = await lockCustomerShared(tx, ctx, params.customer, "customer");
    const plan = await lockPlanShared(tx, ctx, params.plan, "plan");
    if (!plan.active)
      throw invalid("plan", `${plan.name} is not active, so it takes no new subscriptions.`);
    const { currency } = plan;
    const method = await chooseMethodIn(tx, ctx, { named: named.method, customer, currency });
    const agreed = await agreeIn(tx, ctx, method, params);
    const drafted = { ...draft(ctx, id, params, plan), ...agreed, customerId: customer.id };
    await openIn(tx, ctx, drafted, plan, params);
    await recordChangeIn(tx, ctx, {
      action: "subscription.created",
      subject: { id },
      after: { customer: customer.id, plan: plan.id, quantity: params.quantity },
    });
  });
}

async function openIn(
  tx: Tx,
  ctx: Context,
  drafted: Subscription,
  plan: Plan,
  params: NewSubscription,
): Promise<void> {
  const price = priceOf(plan, drafted.quantity);
  let sub: Subscription = { ...drafted, dueAt: nextDueOf(drafted) };
  await store.insert(tx, sub);
  if (sub.status === "incomplete") {
    const period = { start: sub.currentPeriodStart, end: sub.currentPeriodEnd };
    const debtor = { subscriptionId: sub.id, customerId: sub.customerId, currency: plan.currency };
    const lines = [{ ...price, proration: false, period }];
    const invoice = await issueInvoiceIn(tx, ctx, debtor, lines);
    const by = { initiator: "payer", returnUrl: params.returnUrl } as const;
    sub = await invoicedIn(tx, ctx, sub, invoice, by);
    await store.update(tx, drafted, sub);
  }
  await announceIn(tx, ctx, sub, "subscription.created");
}

/** Times are whole seconds, as the API shows them, so that merchants can compute with them exactly. */
function draft(
  ctx: Context,
  id: Id<"sub">,
  params: NewSubscription,
  plan: Plan,
): Omit<Subscription, "customerId" | "paymentMethodId" | "mandateId"> {
  const start = dateFromMs(Math.floor(businessNowMs(ctx) / SECOND_MS) * SECOND_MS);
  const trialDays = params.trialDays ?? plan.trialDays;
  const trialEnd = trialDays > 0 ? dateFromMs(start.getTime() + trialDays * DAY_MS) : null;
  return {
    id,
    accountId: ctx.accountId,
    mode: ctx.mode,
    status: trialEnd ? "trialing" : "incomplete",
    planId: plan.id,
    quantity: params.quantity,
    trialEnd,
    trialReminded: false,
    anchorAt: trialEnd ?? start,
    currentPeriodStart: start,
    currentPeriodEnd: trialEnd ?? periodAt(start, plan, start).end,
    changedAt: start,
    billedPlanId: null,
    billedQuantity: null,
    prorationBehavior: params.prorationBehavior,
    cancelAtPeriodEnd: params.cancelAtPeriodEnd,
    canceledAt: null,
    latestInvoiceId: null,
    openInvoiceId: null,
    dunningAttempt: 0,
    dunningSince: null,
    nextAttemptAt: null,
    finalActionAt: null,
    finalAction: params.finalAction,
    redirectUrl: null,
    dueAt: null,
    metadata: mergeMetadata({}, params.metadata),
    requestId: ctx.requestId,
    createdAt: start,
  };
}
