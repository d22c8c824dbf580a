import { type BillingInterval, periodAt } from "#lib/domain/billing/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { schema } from "../client.ts";
import { type Cast, castCustomers, mandateRow } from "./billing-cast.ts";
import type { History, Payment } from "./history.ts";
import type { Random } from "./random.ts";
import { DECLINES } from "./shop.ts";

/** Subscriptions of the roastery's customers and their history: each story appears on a screen. */

type Plan = BillingInterval & { id: Id<"plan">; name: string; cents: number; trialDays: number };
type Story = "active" | "trialing" | "past_due" | "canceled";
type Regular = { plan: number; daysAgo: number; quantity: number; story: Story; debit?: true };

const PLANS: readonly Omit<Plan, "id">[] = [
  { name: "Coffee club", cents: 1_490, interval: "month", intervalCount: 1, trialDays: 0 },
  {
    name: "Coffee club, tasting",
    cents: 3_900,
    interval: "month",
    intervalCount: 1,
    trialDays: 14,
  },
  { name: "Office refill", cents: 8_900, interval: "week", intervalCount: 1, trialDays: 0 },
];

const REGULARS: readonly Regular[] = [
  { plan: 0, daysAgo: 52, quantity: 1, story: "active" },
  { plan: 0, daysAgo: 47, quantity: 2, story: "active" },
  { plan: 2, daysAgo: 41, quantity: 1, story: "active", debit: true },
  { plan: 0, daysAgo: 40, quantity: 1, story: "canceled" },
  { plan: 0, daysAgo: 38, quantity: 1, story: "active" },
  { plan: 2, daysAgo: 33, quantity: 3, story: "active" },
  { plan: 0, daysAgo: 26, quantity: 1, story: "active" },
  { plan: 2, daysAgo: 23, quantity: 2, story: "past_due" },
  { plan: 0, daysAgo: 17, quantity: 1, story: "active" },
  { plan: 1, daysAgo: 11, quantity: 1, story: "trialing" },
  { plan: 0, daysAgo: 8, quantity: 4, story: "active" },
  { plan: 1, daysAgo: 3, quantity: 1, story: "trialing" },
];
/** How long ago the canceled subscriber left. */
const LEFT_DAYS = 12;
const NO_FUNDS = DECLINES[0]![0];

export type BillingRows = {
  plans: Array<(typeof schema.plans)["$inferInsert"]>;
  subscriptions: Array<(typeof schema.subscriptions)["$inferInsert"]>;
  invoices: Array<(typeof schema.invoices)["$inferInsert"]>;
  mandates: Array<(typeof schema.mandates)["$inferInsert"]>;
  /** Bank accounts; the cards are in the history. */
  paymentMethods: Array<(typeof schema.paymentMethods)["$inferInsert"]>;
};
export type Billing = { rows: BillingRows; payments: Payment[]; lastNumber: number };
type Invoice = BillingRows["invoices"][number];
type Owner = { accountId: Id<"acct">; nowMs: number };

/** Plans, subscriptions with invoices and mandates, and the payments of the invoices: plain rows, no database. */
export function planBilling(random: Random, history: History, owner: Owner): Billing {
  const own = { accountId: owner.accountId, mode: "test" as const };
  const dayMs = Math.floor(owner.nowMs / DAY_MS) * DAY_MS;
  const plans = PLANS.map((plan) => ({ ...plan, id: random.id("plan", dayMs - 60 * DAY_MS) }));
  const cast = castCustomers(random, history, REGULARS);
  const lives = REGULARS.map((regular, i) => {
    const startMs = dayMs - regular.daysAgo * DAY_MS + random.int(8, 18) * HOUR_MS;
    return live(random, { owner, regular, plan: plans[regular.plan]!, startMs, who: cast[i]! });
  });
  const invoices = lives
    .flatMap((one) => one.invoices)
    .sort((a, b) => a.createdAt!.getTime() - b.createdAt!.getTime())
    .map((invoice, i) => ({ ...invoice, number: `INV-${String(i + 1).padStart(6, "0")}` }));
  const numbers = new Map(invoices.map(({ id, number }) => [id as string, number]));
  const payments = lives.flatMap((one) => one.payments);
  for (const payment of payments) {
    payment.description = `Invoice ${numbers.get(payment.billing!.invoiceId)}`;
  }
  return {
    payments,
    lastNumber: invoices.length,
    rows: {
      plans: plans.map(({ cents, ...plan }) => ({
        ...own,
        ...plan,
        amount: BigInt(cents),
        currency: "EUR",
        createdAt: dateFromMs(dayMs - 60 * DAY_MS),
      })),
      subscriptions: lives.map(({ subscription }) => ({ ...own, ...subscription })),
      invoices: invoices.map((invoice) => ({ ...own, ...invoice })),
      mandates: cast.map((who) => ({ ...own, ...mandateRow(who) })),
      paymentMethods: cast.flatMap(({ account }) => (account ? [{ ...own, ...account }] : [])),
    },
  };
}

type Life = { owner: Owner; regular: Regular; plan: Plan; startMs: number; who: Cast };

/** One subscription from its first day to today. */
function live(random: Random, life: Life) {
  const { owner, regular, plan, startMs, who } = life;
  const id = random.id("sub", startMs);
  const isTrial = regular.story === "trialing";
  const trialEnd = isTrial ? dateFromMs(startMs + plan.trialDays * DAY_MS) : null;
  const endMs =
    regular.story === "canceled" ? owner.nowMs - LEFT_DAYS * DAY_MS : owner.nowMs - HOUR_MS;
  const payments: Payment[] = [];
  const invoices: Array<Omit<Invoice, "accountId" | "mode">> = [];
  const anchor = trialEnd ?? dateFromMs(startMs);
  let period = isTrial
    ? { start: dateFromMs(startMs), end: anchor }
    : periodAt(anchor, plan, dateFromMs(startMs));
  if (!isTrial) {
    for (;;) {
      const next = periodAt(anchor, plan, period.end);
      const isLast = period.end.getTime() > endMs;
      const fails = isLast && regular.story === "past_due";
      const made = invoiceOf(random, { ...life, subscriptionId: id, period, fails });
      invoices.push(made.invoice);
      payments.push(...made.payments);
      if (isLast) break;
      period = next;
    }
  }
  const open = invoices.find(({ status }) => status === "open");
  const sinceMs = period.start.getTime();
  const isOver = regular.story === "canceled";
  const subscription = {
    id,
    status: regular.story,
    customerId: who.customer.id,
    planId: plan.id,
    quantity: regular.quantity,
    paymentMethodId: who.paymentMethodId,
    mandateId: who.mandateId,
    trialEnd,
    // Announced three days before its end.
    trialReminded: trialEnd !== null && trialEnd.getTime() - 3 * DAY_MS <= owner.nowMs,
    anchorAt: anchor,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    changedAt: period.start,
    prorationBehavior: "create_prorations" as const,
    canceledAt: isOver ? dateFromMs(endMs) : null,
    latestInvoiceId: invoices.at(-1)?.id ?? null,
    openInvoiceId: open?.id ?? null,
    // The attempts of the first days failed; the next is on the third.
    ...(open
      ? {
          dunningAttempt: 1,
          dunningSince: dateFromMs(sinceMs),
          nextAttemptAt: dateFromMs(sinceMs + 3 * DAY_MS),
          dueAt: dateFromMs(sinceMs + 3 * DAY_MS),
        }
      : { dueAt: isOver ? null : dueOf(trialEnd, period.end, owner.nowMs) }),
    finalAction: "cancel" as const,
    createdAt: dateFromMs(startMs),
    updatedAt: isOver ? dateFromMs(endMs) : period.start,
  };
  return { subscription, invoices, payments };
}

/** When the end of a trial is announced, else the end of the period. */
function dueOf(trialEnd: Date | null, periodEnd: Date, nowMs: number): Date {
  const noticeMs = trialEnd ? trialEnd.getTime() - 3 * DAY_MS : 0;
  return noticeMs > nowMs ? dateFromMs(noticeMs) : periodEnd;
}

type Due = Life & { subscriptionId: Id<"sub">; period: { start: Date; end: Date }; fails: boolean };

/** An invoice of a period with its payments: one, or two that failed. */
function invoiceOf(random: Random, due: Due) {
  const { plan, regular, period, who, subscriptionId, fails } = due;
  const startMs = period.start.getTime();
  const id = random.id("in", startMs);
  const amount = BigInt(plan.cents * regular.quantity);
  const isFirst = startMs === due.startMs;
  const paymentAt = (atMs: number): Payment => ({
    id: random.id("pay", atMs),
    atMs,
    amount,
    currency: "EUR",
    customer: who.customer,
    card: who.customer.cards[0]!,
    account: who.account ? { id: who.account.id } : null,
    sca: isFirst && !who.account ? "frictionless" : "not_required",
    exemption: null,
    outcome: fails ? "declined" : "approved",
    decline: fails ? NO_FUNDS : null,
    order: "",
    billing: { subscriptionId, invoiceId: id, mandateId: who.mandateId, byMerchant: !isFirst },
  });
  const tries = fails ? [startMs, startMs + DAY_MS] : [startMs];
  const payments = tries.map((ms) => paymentAt(ms + SECOND_MS));
  const paidAt = fails ? null : dateFromMs(startMs + (who.account ? 2 * DAY_MS : 2 * SECOND_MS));
  const line = {
    description: `${regular.quantity} × ${plan.name}`,
    amount: Number(amount),
    proration: false,
    periodStart: period.start.toISOString(),
    periodEnd: period.end.toISOString(),
  };
  const invoice = {
    id,
    subscriptionId,
    customerId: who.customer.id,
    status: fails ? ("open" as const) : ("paid" as const),
    currency: "EUR",
    lines: [line],
    amountDue: amount,
    amountPaid: fails ? 0n : amount,
    dueDate: period.start,
    attemptCount: tries.length,
    paymentId: payments.at(-1)!.id,
    paidAt,
    createdAt: period.start,
    updatedAt: paidAt ?? dateFromMs(startMs + DAY_MS),
  };
  return { invoice, payments };
}
