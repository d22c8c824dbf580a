import {
  cancelSubscription,
  createSubscription,
  getSubscription,
  listSubscriptions,
  previewChange,
  type Subscription,
  updateSubscription,
} from "#lib/domain/subscriptions/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { previewSubscriptionRoute } from "#lib/wire/contract/subscription-preview.ts";
import {
  cancelSubscriptionRoute,
  createSubscriptionRoute,
  deleteSubscriptionRoute,
  listSubscriptionsRoute,
  readSubscriptionRoute,
  updateSubscriptionRoute,
} from "#lib/wire/contract/subscriptions.ts";
import { toSubscriptionPreviewWire, toSubscriptionWire } from "#lib/wire/serializers/billing.ts";
import type { Call } from "../pipeline/call.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";
import { toAcceptance } from "./mandate-data.ts";

const dateOf = (text: string | undefined) =>
  text === undefined ? null : dateFromMs(Date.parse(text));

/** The call in the terms of the subscription verbs. */
function callOf({
  ctx,
  idempotency,
  render,
  renderRefusal,
}: Pick<Call<typeof updateSubscriptionRoute>, "ctx" | "idempotency" | "render" | "renderRefusal">) {
  const result = (sub: Subscription) => render(toSubscriptionWire(sub));
  return { ctx, request: idempotency, render: { result, refusal: renderRefusal } };
}

export const subscriptionEndpoints = [
  endpoint(createSubscriptionRoute, (call) => {
    const { body } = call;
    return createSubscription(callOf(call), {
      customer: body.customer,
      plan: body.plan,
      quantity: body.quantity,
      paymentMethod: body.payment_method ?? null,
      trialDays: body.trial_days ?? null,
      prorationBehavior: body.proration_behavior,
      cancelAtPeriodEnd: body.cancel_at_period_end,
      finalAction: body.dunning?.final_action ?? "cancel",
      mandateData: toAcceptance(call.ctx, body.mandate_data),
      needsMandateData: call.behaves("mandate_data_required"),
      returnUrl: body.return_url ?? null,
      metadata: body.metadata,
    });
  }),

  endpoint(readSubscriptionRoute, async ({ ctx, params }) =>
    toSubscriptionWire(await getSubscription(ctx, params.subscription_id)),
  ),

  endpoint(listSubscriptionsRoute, async ({ ctx, query, list }) => {
    const { status, customer, plan } = query;
    const request = { ...toPageRequest(query), status, customer, plan };
    return list(await listSubscriptions(ctx, request), toSubscriptionWire);
  }),

  endpoint(updateSubscriptionRoute, (call) => {
    const { body, params } = call;
    return updateSubscription(callOf(call), params.subscription_id, {
      plan: body.plan,
      quantity: body.quantity,
      prorationBehavior: body.proration_behavior,
      prorationDate: dateOf(body.proration_date),
      paymentMethod: body.payment_method ?? null,
      cancelAtPeriodEnd: body.cancel_at_period_end,
      finalAction: body.dunning?.final_action,
      mandateData: toAcceptance(call.ctx, body.mandate_data),
      needsMandateData: call.behaves("mandate_data_required"),
      returnUrl: body.return_url ?? null,
      metadata: body.metadata,
    });
  }),

  endpoint(cancelSubscriptionRoute, (call) =>
    cancelSubscription(callOf(call), call.params.subscription_id, { again: "refuse" }),
  ),

  endpoint(deleteSubscriptionRoute, (call) =>
    cancelSubscription(callOf(call), call.params.subscription_id, { again: "pass" }),
  ),

  endpoint(previewSubscriptionRoute, ({ ctx, params, body, oncePrepared }) => {
    const change = {
      plan: body.plan,
      quantity: body.quantity,
      prorationBehavior: body.proration_behavior,
      prorationDate: dateOf(body.proration_date),
    };
    return oncePrepared(
      () => previewChange(ctx, params.subscription_id, change),
      async (_tx, preview) => preview,
      toSubscriptionPreviewWire,
    );
  }),
];
