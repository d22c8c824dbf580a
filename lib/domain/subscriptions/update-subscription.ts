import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { lockCustomerShared } from "#lib/domain/customers/index.ts";
import { type Answer, preparedOrReplayed } from "#lib/domain/idempotency/index.ts";
import { addToDraftIn, issueInvoiceIn, lockInvoice } from "#lib/domain/invoices/index.ts";
import { lockPlanShared } from "#lib/domain/plans/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import type { FinalAction } from "#lib/kernel/vocabulary/billing.ts";
import { type Call, changeOnce, withdrawOnce } from "./change-once.ts";
import {
  type Agreement,
  agreeIn,
  chooseMethodIn,
  type NamedMethod,
  nameMethod,
} from "./choose-method.ts";
import { beginCollectingIn } from "./collect-invoice.ts";
import { lockSubscription } from "./list-subscriptions.ts";
import { saveIn } from "./move-subscription.ts";
import { changeOf, type PlanChange, type PlanParams, wantedChange } from "./plan-change.ts";
import { invoicedIn } from "./renew-subscription.ts";
import { whyNotChanged } from "./subscription-policy.ts";
import type { Subscription } from "./types.ts";

export type SubscriptionChanges = PlanParams &
  Agreement & {
    paymentMethod: string | null;
    cancelAtPeriodEnd?: boolean | undefined;
    finalAction?: FinalAction | undefined;
    returnUrl: string | null;
    metadata?: Record<string, string> | undefined;
  };

/**
 * Changes the given fields, once per idempotency key. A new plan or quantity is prorated as `proration_behavior`
 * says, as of `proration_date`. A new payment method is charged immediately if an invoice is unpaid. Keys, repeats
 * and crashes as `changeOnce`. Refuses with `resource_missing`, `parameter_invalid`, and `state_invalid` for a
 * subscription that has ended.
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
  const from = await lockSubscription(tx, ctx, id);
  const refusal = whyNotChanged(from);
  if (refusal) throw refusal;
  let to: Subscription = {
    ...from,
    prorationBehavior: changes.prorationBehavior ?? from.prorationBehavior,
    cancelAtPeriodEnd: changes.cancelAtPeriodEnd ?? from.cancelAtPeriodEnd,
    finalAction: changes.finalAction ?? from.finalAction,
    metadata: mergeMetadata(from.metadata, changes.metadata),
  };
  if (named) to = await withMethodIn(tx, ctx, to, { named, agreement: changes });
  else if (changes.mandateData) {
    throw invalid(
      "mandate_data",
      "mandate_data needs a new payment method: send payment_method too.",
    );
  }
  const wanted = await wantedChange(ctx, from, changes, (id, param) =>
    lockPlanShared(tx, ctx, id, param),
  );
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
  const { currency } = await lockPlanShared(tx, ctx, sub.planId);
  const method = await chooseMethodIn(tx, ctx, { named, customer, currency });
  return { ...sub, ...(await agreeIn(tx, ctx, method, agreement)) };
}

/** Charges the open invoice to the new payment method while the payer is present to confirm. */
async function tryAgainIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  returnUrl: string | null,
): Promise<void> {
  if (!sub.openInvoiceId) return;
  const open = await lockInvoice(tx, ctx, sub.openInvoiceId);
  if (open.collecting) return;
  await beginCollectingIn(tx, ctx, sub, open, { initiator: "payer", returnUrl });
}

async function withPlanIn(
  tx: Tx,
  ctx: Context,
  sub: Subscription,
  change: PlanChange,
): Promise<Subscription> {
  const effect = changeOf(sub, change);
  const { currency } = change.plan;
  const debtor = { subscriptionId: sub.id, customerId: sub.customerId, currency };
  if (effect.isInvoicedNow && !sub.openInvoiceId) {
    const invoice = await issueInvoiceIn(tx, ctx, debtor, effect.lines, change.moment);
    const by = { initiator: "merchant", returnUrl: null } as const;
    return await invoicedIn(tx, ctx, effect.to, invoice, by);
  }
  await addToDraftIn(tx, ctx, debtor, effect.lines);
  return effect.to;
}
