import { sumOf } from "#lib/domain/billing/index.ts";
import type {
  Invoice,
  InvoiceAttempt,
  InvoiceDetail,
  InvoiceListItem,
} from "#lib/domain/invoices/index.ts";
import type { PlanListItem } from "#lib/domain/plans/index.ts";
import type { RequestListItem } from "#lib/domain/request-log/index.ts";
import {
  type ChangePreview,
  LADDER_DAYS,
  type Subscription,
  type SubscriptionDetail,
  type SubscriptionListItem,
} from "#lib/domain/subscriptions/index.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { ActionsView } from "./actions.ts";
import { eventWithDeliveriesView } from "./payments.ts";
import {
  customerRefView,
  instrumentView,
  iso,
  type Listed,
  requestListItemView,
  type SliceView,
} from "./shared.ts";

type PlanColumns = Pick<
  PlanListItem,
  "id" | "name" | "currency" | "interval" | "intervalCount" | "trialDays" | "active"
>;

function planRefView(plan: PlanColumns, amountMinor: bigint) {
  const { id, name, currency, interval, intervalCount, trialDays, active } = plan;
  const amount = String(amountMinor);
  return { id, name, amount, currency, interval, intervalCount, trialDays, active };
}

export function planListItemView(item: PlanListItem) {
  return {
    ...planRefView(item, item.amountMinor),
    subscribers: item.subscribers,
    createdAt: item.createdAt.toISOString(),
  };
}

export type PlanListItemView = ReturnType<typeof planListItemView>;
export type PlanListView = SliceView & { plans: PlanListItemView[] };

export function subscriptionListItemView(item: SubscriptionListItem) {
  const { subscription: sub, plan } = item;
  return {
    id: sub.id,
    status: sub.status,
    customer: customerRefView({ ...item, customerId: sub.customerId })!,
    plan: planRefView(plan, plan.amount),
    quantity: sub.quantity,
    amount: String(plan.amount * BigInt(sub.quantity)),
    instrument: instrumentView(item),
    cancelAtPeriodEnd: sub.cancelAtPeriodEnd,
    currentPeriodEnd: sub.currentPeriodEnd.toISOString(),
    nextAttemptAt: iso(sub.nextAttemptAt),
    canceledAt: iso(sub.canceledAt),
    createdAt: sub.createdAt.toISOString(),
  };
}

export type SubscriptionListItemView = ReturnType<typeof subscriptionListItemView>;
export type SubscriptionListView = SliceView & {
  subscriptions: Listed<SubscriptionListItemView>[];
  /** Names of the plan and the customer that filter the list, by id. */
  names: Record<string, string>;
};

/** A subscription after a write. */
export function subscriptionStepView({ id, status, redirectUrl }: Subscription) {
  return { id, status, redirectUrl };
}

export type SubscriptionStepView = ReturnType<typeof subscriptionStepView>;

/** The screen of a subscription, without the object's JSON. */
export function subscriptionView(
  detail: SubscriptionDetail,
  requests: readonly RequestListItem[],
  actions: ActionsView<"subscription">,
) {
  const { line: item, invoices, attempts } = detail;
  const { subscription: sub } = item;
  return {
    ...subscriptionListItemView(item),
    allowedActions: actions,
    mandateId: sub.mandateId,
    trialEnd: iso(sub.trialEnd),
    currentPeriodStart: sub.currentPeriodStart.toISOString(),
    prorationBehavior: sub.prorationBehavior,
    latestInvoiceId: sub.latestInvoiceId,
    openInvoiceId: sub.openInvoiceId,
    finalAction: sub.finalAction,
    dunning: sub.dunningSince && sub.status === "past_due" ? dunningView(sub) : null,
    redirectUrl: sub.redirectUrl,
    metadata: sub.metadata,
    invoices: invoices.map(invoiceListItemView),
    invoicesTotal: detail.invoicesTotal,
    attempts: attempts.map(attemptView),
    events: detail.events.map(eventWithDeliveriesView),
    requests: requests.map(requestListItemView),
  };
}

export type SubscriptionView = ReturnType<typeof subscriptionView>;

/** The retry schedule of an unpaid invoice: its days, the attempts made, and the final action. */
function dunningView(sub: Subscription) {
  const sinceMs = sub.dunningSince?.getTime() ?? 0;
  return {
    attempt: sub.dunningAttempt,
    since: iso(sub.dunningSince),
    nextAttemptAt: iso(sub.nextAttemptAt),
    finalActionAt: iso(sub.finalActionAt),
    days: LADDER_DAYS.map((day) => ({ day, at: dateFromMs(sinceMs + day * DAY_MS).toISOString() })),
  };
}

export function invoiceListItemView(item: InvoiceListItem) {
  return {
    id: item.id,
    number: item.number,
    status: item.status,
    amountDue: String(item.amountDueMinor),
    subtotal: String(sumOf(item.lines)),
    currency: item.currency,
    customer: customerRefView(item)!,
    subscriptionId: item.subscriptionId,
    attemptCount: item.attemptCount,
    createdAt: item.createdAt.toISOString(),
  };
}

export type InvoiceListItemView = ReturnType<typeof invoiceListItemView>;
export type InvoiceListView = SliceView & { invoices: InvoiceListItemView[] };

export function attemptView(attempt: InvoiceAttempt) {
  return {
    id: attempt.id,
    invoiceId: attempt.invoiceId,
    status: attempt.status,
    amount: String(attempt.amountMinor),
    currency: attempt.currency,
    instrument: instrumentView(attempt),
    declineCode: attempt.declineCode,
    isHard: attempt.adviceCode === "do_not_try_again" || attempt.adviceCode === "confirm_card_data",
    isByMerchant: attempt.initiator === "merchant",
    createdAt: attempt.createdAt.toISOString(),
  };
}

export type AttemptOfInvoiceView = ReturnType<typeof attemptView>;

function lineView({ description, amountMinor, proration, period }: Invoice["lines"][number]) {
  return {
    description,
    amount: String(amountMinor),
    proration,
    start: period.start.toISOString(),
    end: period.end.toISOString(),
  };
}

export type BillLineView = ReturnType<typeof lineView>;

/** The screen of an invoice, without the object's JSON. */
export function invoiceView(
  { invoice, attempts, events }: InvoiceDetail,
  { subscription, plan, ...customer }: SubscriptionListItem,
  actions: ActionsView<"invoice">,
) {
  return {
    // The invoice must come last: it overwrites id and date of the subscription.
    ...invoiceListItemView({ ...customer, ...invoice }),
    allowedActions: actions,
    amountPaid: String(invoice.amountPaidMinor),
    dueDate: iso(invoice.dueDate),
    paidAt: iso(invoice.paidAt),
    collecting: invoice.collecting,
    lines: invoice.lines.map(lineView),
    subscription: { id: subscription.id, status: subscription.status, planName: plan.name },
    attempts: attempts.map(attemptView),
    events: events.map(eventWithDeliveriesView),
  };
}

export type InvoiceView = ReturnType<typeof invoiceView>;

export function changePreviewView({ currency, prorationDate, now, next }: ChangePreview) {
  return {
    currency,
    prorationDate: prorationDate.toISOString(),
    now: now && { lines: now.lines.map(lineView), amountDue: String(now.amountDueMinor) },
    next: next && {
      at: next.at.toISOString(),
      lines: next.lines.map(lineView),
      amountDue: String(next.amountDueMinor),
    },
  };
}

export type ChangePreviewView = ReturnType<typeof changePreviewView>;
