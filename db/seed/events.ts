import type { Event } from "#lib/domain/events/index.ts";
import { isDebit } from "#lib/domain/payment-methods/index.ts";
import { listPayments, type Payment } from "#lib/domain/payments/index.ts";
import { listRefunds, type Refund } from "#lib/domain/refunds/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { billingEventsOf } from "./billing-events.ts";
import { all, eventOf } from "./event-of.ts";
import type { Random } from "./random.ts";

/** The events that the seeded objects would have caused since `since`, oldest first. */
export async function eventsOf(random: Random, ctx: Context, since: Date): Promise<Event[]> {
  const created = { from: since };
  const payments = await all((page) => listPayments(ctx, { ...page, created }));
  const refunds = await all((page) => listRefunds(ctx, { ...page, created }));
  return [
    ...payments.map((payment) => paymentEvent(random, payment)),
    ...refunds.flatMap((refund) => refundEvents(random, refund)),
    ...(await billingEventsOf(random, ctx)).filter((event) => event.createdAt >= since),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const EVENT_TYPES = { failed: "payment.failed", canceled: "payment.canceled" } as const;

function paymentEvent(random: Random, payment: Payment): Event {
  const type = EVENT_TYPES[payment.status as keyof typeof EVENT_TYPES] ?? "payment.succeeded";
  // Later refunds were not known then.
  const then = { ...payment, amountRefundedMinor: 0n, disputed: false };
  // The event of a debit comes with the bank's answer, two days later.
  const lateMs = isDebit(payment.method) ? 2 * DAY_MS : random.int(90, 700);
  return eventOf(random, "payment")(then, type, dateFromMs(payment.createdAt.getTime() + lateMs));
}

function refundEvents(random: Random, refund: Refund): Event[] {
  const createdMs = refund.createdAt.getTime();
  const make = eventOf(random, "refund");
  const submitted: Refund = { ...refund, status: "submitted" };
  const first = make(submitted, "refund.updated", dateFromMs(createdMs + 300));
  if (refund.status !== "settled") return [first];
  const settledMs = createdMs + 4 * HOUR_MS;
  return [
    first,
    make(refund, "refund.updated", dateFromMs(settledMs)),
    make(refund, "refund.settled", dateFromMs(settledMs + SECOND_MS)),
  ];
}
