import { type Dispute, listDisputes } from "#lib/domain/disputes/index.ts";
import type { Event } from "#lib/domain/events/index.ts";
import { type Invoice, listInvoices } from "#lib/domain/invoices/index.ts";
import { listMandates, type Mandate } from "#lib/domain/mandates/index.ts";
import { listPayouts, type Payout } from "#lib/domain/payouts/index.ts";
import { listSubscriptions, type Subscription } from "#lib/domain/subscriptions/index.ts";
import { DAY_MS, dateFromMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { all, eventOf } from "./event-of.ts";
import type { Random } from "./random.ts";

/** Events of subscriptions, invoices, mandates, disputes and payouts of the demo, in no order. */
export async function billingEventsOf(random: Random, ctx: Context): Promise<Event[]> {
  const [subscriptions, invoices, mandates, disputes, payouts] = await Promise.all([
    all((page) => listSubscriptions(ctx, page)),
    all((page) => listInvoices(ctx, page)),
    all((page) => listMandates(ctx, page)),
    all((page) => listDisputes(ctx, page)),
    all((page) => listPayouts(ctx, page)),
  ]);
  return [
    ...subscriptions.flatMap((one) => subscriptionEvents(random, one)),
    ...invoices.flatMap((one) => invoiceEvents(random, one)),
    ...mandates.flatMap((one) => mandateEvents(random, one)),
    ...disputes.flatMap((one) => disputeEvents(random, one)),
    ...payouts.flatMap((one) => payoutEvents(random, one)),
  ];
}

function subscriptionEvents(random: Random, sub: Subscription): Event[] {
  const { status, trialEnd, createdAt, canceledAt, dunningSince } = sub;
  const begun: Subscription = {
    ...sub,
    status: trialEnd ? "trialing" : "active",
    openInvoiceId: null,
    dunningAttempt: 0,
    dunningSince: null,
    nextAttemptAt: null,
    finalActionAt: null,
    canceledAt: null,
  };
  const make = eventOf(random, "subscription");
  return [
    make(begun, "subscription.created", createdAt),
    ...(trialEnd && sub.trialReminded
      ? [make(sub, "subscription.trial_ending", dateFromMs(trialEnd.getTime() - 3 * DAY_MS))]
      : []),
    ...(status === "past_due" && dunningSince
      ? [make(sub, "subscription.past_due", dateFromMs(dunningSince.getTime() + 2 * SECOND_MS))]
      : []),
    ...(canceledAt ? [make(sub, "subscription.canceled", canceledAt)] : []),
  ];
}

function invoiceEvents(random: Random, invoice: Invoice): Event[] {
  const { status, paidAt, createdAt, attemptCount } = invoice;
  const make = eventOf(random, "invoice");
  if (status === "paid" && paidAt) return [make(invoice, "invoice.paid", paidAt)];
  return Array.from({ length: attemptCount }, (_, day) =>
    make(
      { ...invoice, attemptCount: day + 1 },
      "invoice.payment_failed",
      dateFromMs(createdAt.getTime() + day * DAY_MS + 2 * SECOND_MS),
    ),
  );
}

function mandateEvents(random: Random, mandate: Mandate): Event[] {
  const make = eventOf(random, "mandate");
  const active: Mandate = { ...mandate, status: "active", revocation: null };
  const made = make(active, "mandate.active", dateFromMs(mandate.acceptedAt.getTime() + SECOND_MS));
  if (mandate.status !== "revoked") return [made];
  return [
    made,
    make(mandate, "mandate.revoked", dateFromMs(mandate.acceptedAt.getTime() + 9 * DAY_MS)),
  ];
}

function disputeEvents(random: Random, dispute: Dispute): Event[] {
  const { status, createdAt, evidenceDueBy } = dispute;
  const make = eventOf(random, "dispute");
  const opened: Dispute = { ...dispute, status: "needs_response", evidence: {} };
  const first = make(opened, "dispute.opened", createdAt);
  if (status === "lost") return [first, make(dispute, "dispute.lost", evidenceDueBy)];
  if (status !== "won") return [first];
  const answered: Dispute = { ...dispute, status: "under_review" };
  return [
    first,
    make(answered, "dispute.updated", dateFromMs(createdAt.getTime() + 5 * DAY_MS)),
    make(dispute, "dispute.won", dateFromMs(createdAt.getTime() + 6 * DAY_MS)),
  ];
}

function payoutEvents(random: Random, payout: Payout): Event[] {
  const make = eventOf(random, "payout");
  const sentMs = payout.createdAt.getTime() + 5 * SECOND_MS;
  const settled: Payout = { ...payout, status: "settled", reasonCode: null };
  const events = [
    make({ ...settled, status: "submitted" }, "payout.submitted", dateFromMs(sentMs)),
    make(settled, "payout.settled", dateFromMs(sentMs + 3 * SECOND_MS)),
  ];
  if (payout.status !== "returned") return events;
  return [...events, make(payout, "payout.returned", dateFromMs(sentMs + DAY_MS))];
}
