import type { ChangePreview, Subscription } from "#lib/domain/subscriptions/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { SubscriptionPreviewWire, SubscriptionWire } from "../contract/subscriptions.ts";
import { toLineWire } from "./invoices.ts";

const orNull = (moment: Date | null) => moment && toIsoSeconds(moment);

export function toSubscriptionWire(sub: Subscription): SubscriptionWire {
  return {
    id: sub.id,
    object: "subscription",
    livemode: sub.mode === "live",
    created: toIsoSeconds(sub.createdAt),
    metadata: sub.metadata,
    customer: sub.customerId,
    plan: sub.planId,
    quantity: sub.quantity,
    status: sub.status,
    payment_method: sub.paymentMethodId,
    mandate: sub.mandateId,
    trial_end: orNull(sub.trialEnd),
    current_period_start: toIsoSeconds(sub.currentPeriodStart),
    current_period_end: toIsoSeconds(sub.currentPeriodEnd),
    proration_behavior: sub.prorationBehavior,
    cancel_at_period_end: sub.cancelAtPeriodEnd,
    canceled_at: orNull(sub.canceledAt),
    latest_invoice: sub.latestInvoiceId,
    dunning: {
      attempt: sub.dunningAttempt,
      next_attempt_at: orNull(sub.nextAttemptAt),
      final_action: sub.finalAction,
      final_action_at: orNull(sub.finalActionAt),
    },
    next_action: sub.redirectUrl === null ? null : "redirect",
    redirect_url: sub.redirectUrl,
  };
}

export function toSubscriptionPreviewWire(preview: ChangePreview): SubscriptionPreviewWire {
  const { now, next, subscription } = preview;
  return {
    object: "subscription_preview",
    livemode: subscription.mode === "live",
    subscription: subscription.id,
    currency: preview.currency,
    proration_date: toIsoSeconds(preview.prorationDate),
    invoice_now: now && {
      lines: now.lines.map(toLineWire),
      amount_due: Number(now.amountDueMinor),
    },
    next_invoice: next && {
      lines: next.lines.map(toLineWire),
      amount_due: Number(next.amountDueMinor),
      date: toIsoSeconds(next.at),
    },
  };
}
