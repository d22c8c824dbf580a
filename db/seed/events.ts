import { type Event, type EventType, wireOf } from "#lib/domain/events/index.ts";
import { listPayments, type Payment } from "#lib/domain/payments/index.ts";
import { listRefunds, type Refund } from "#lib/domain/refunds/index.ts";
import { at, HOUR_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Page, PageRequest } from "#lib/kernel/page.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Random } from "./random.ts";

/** The events that the seeded payments and refunds would have caused since `since`, oldest first. */
export async function eventsOf(random: Random, ctx: Context, since: Date): Promise<Event[]> {
  const created = { gte: since };
  const payments = await all((page) => listPayments(ctx, { ...page, created }));
  const refunds = await all((page) => listRefunds(ctx, { ...page, created }));
  return [
    ...payments.map((payment) => paymentEvent(random, payment)),
    ...refunds.flatMap((refund) => refundEvents(random, refund)),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Walks a list to its end and answers it oldest first, so that a rerun draws the same numbers. */
async function all<T>(list: (page: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 100, startingAfter: cursor });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return items.reverse();
}

const EVENT_TYPES = { failed: "payment.failed", canceled: "payment.canceled" } as const;

function paymentEvent(random: Random, payment: Payment): Event {
  const type = EVENT_TYPES[payment.status as keyof typeof EVENT_TYPES] ?? "payment.succeeded";
  // What was refunded since was not known then.
  const data = wireOf("payment", { ...payment, amountRefundedMinor: 0n });
  return event(random, payment, type, payment.createdAt.getTime() + random.int(90, 700), data);
}

function refundEvents(random: Random, refund: Refund): Event[] {
  const createdMs = refund.createdAt.getTime();
  const stateAt = (status: string) => wireOf("refund", { ...refund, status });
  const submitted = event(random, refund, "refund.updated", createdMs + 300, stateAt("submitted"));
  if (refund.status !== "settled") return [submitted];
  const settledMs = createdMs + 4 * HOUR_MS;
  return [
    submitted,
    event(random, refund, "refund.updated", settledMs, stateAt("settled")),
    event(random, refund, "refund.settled", settledMs + SECOND_MS, stateAt("settled")),
  ];
}

function event(
  random: Random,
  object: Payment | Refund,
  type: EventType,
  atMs: number,
  data: Record<string, unknown>,
): Event {
  return {
    id: random.id("evt", atMs),
    accountId: object.accountId,
    mode: object.mode,
    type,
    objectId: object.id,
    version: NEWEST_VERSION,
    data,
    requestId: object.requestId,
    createdAt: at(atMs),
  };
}
