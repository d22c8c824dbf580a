import type { Line } from "#lib/domain/billing/index.ts";
import type { Invoice } from "#lib/domain/invoices/index.ts";
import type { Plan } from "#lib/domain/plans/index.ts";
import type { ChangePreview, Subscription } from "#lib/domain/subscriptions/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { InvoiceWire } from "../contract/invoices.ts";
import type { PlanWire } from "../contract/plans.ts";
import type { SubscriptionPreviewWire } from "../contract/subscription-preview.ts";
import type { SubscriptionWire } from "../contract/subscriptions.ts";

export function toPlanWire(plan: Plan): PlanWire {
  return {
    id: plan.id,
    object: "plan",
    livemode: plan.mode === "live",
    created: toIsoSeconds(plan.createdAt),
    metadata: plan.metadata,
    name: plan.name,
    amount: Number(plan.amountMinor),
    currency: plan.currency,
    interval: plan.interval,
    interval_count: plan.intervalCount,
    trial_days: plan.trialDays,
    active: plan.active,
  };
}

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

export function toInvoiceWire(invoice: Invoice): InvoiceWire {
  return {
    id: invoice.id,
    object: "invoice",
    livemode: invoice.mode === "live",
    created: toIsoSeconds(invoice.createdAt),
    metadata: {},
    subscription: invoice.subscriptionId,
    customer: invoice.customerId,
    status: invoice.status,
    number: invoice.number,
    currency: invoice.currency,
    lines: invoice.lines.map(toLineWire),
    subtotal: invoice.lines.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0),
    amount_due: Number(invoice.amountDueMinor),
    amount_paid: Number(invoice.amountPaidMinor),
    due_date: invoice.dueDate && toIsoSeconds(invoice.dueDate),
    attempt_count: invoice.attemptCount,
    payment: invoice.paymentId,
  };
}

function toLineWire({ description, amountMinor, proration, period }: Line) {
  return {
    description,
    amount: Number(amountMinor),
    proration,
    period: { start: toIsoSeconds(period.start), end: toIsoSeconds(period.end) },
  };
}
