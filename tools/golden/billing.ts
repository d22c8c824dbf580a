import type { Invoice } from "#lib/domain/invoices/index.ts";
import type { Plan } from "#lib/domain/plans/index.ts";
import type { Subscription } from "#lib/domain/subscriptions/index.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";

/** Fixed billing objects in every state that the API can show. */

const MADE = dateFromMs(Date.UTC(2026, 3, 12, 9, 31, 7));
const owned = { accountId: "acct_01kp0a0000000000000000000a", mode: "test" } as const;

const monthly: Plan = {
  ...owned,
  id: "plan_01kp0c5n7v3m8q2w4x6y9z1b5d",
  name: "Team",
  amountMinor: 1_900n,
  currency: "EUR",
  interval: "month",
  intervalCount: 1,
  trialDays: 14,
  active: true,
  metadata: { tier: "2" },
  createdAt: MADE,
  updatedAt: MADE,
};

export const PLANS: Readonly<Record<string, Plan>> = {
  monthly,
  quarterly_without_trial: { ...monthly, intervalCount: 3, trialDays: 0, metadata: {} },
  weekly: { ...monthly, interval: "week" },
  daily: { ...monthly, interval: "day" },
  yearly_and_retired: { ...monthly, interval: "year", active: false },
  live: { ...monthly, mode: "live" },
};

const later = (days: number) => dateFromMs(MADE.getTime() + days * DAY_MS);
const REDIRECT = "https://pay.example/3d-secure/abc";

const active: Subscription = {
  ...owned,
  id: "sub_01kp0c5n7v3m8q2w4x6y9z1b5d",
  status: "active",
  customerId: "cus_01kp0c5n7v3m8q2w4x6y9z1b5d",
  planId: monthly.id,
  quantity: 2,
  paymentMethodId: "pm_01kp0c5n7v3m8q2w4x6y9z1b5c",
  mandateId: "mdt_01kp0c5n7v3m8q2w4x6y9z1b5d",
  trialEnd: null,
  trialReminded: false,
  anchorAt: MADE,
  currentPeriodStart: MADE,
  currentPeriodEnd: later(30),
  changedAt: MADE,
  billedPlanId: null,
  billedQuantity: null,
  prorationBehavior: "create_prorations",
  cancelAtPeriodEnd: false,
  canceledAt: null,
  latestInvoiceId: "in_01kp0c5n7v3m8q2w4x6y9z1b5d",
  openInvoiceId: null,
  dunningAttempt: 0,
  dunningSince: null,
  nextAttemptAt: null,
  finalActionAt: null,
  finalAction: "cancel",
  redirectUrl: null,
  dueAt: later(30),
  metadata: { crm: "88213" },
  requestId: null,
  createdAt: MADE,
};
const pastDue: Subscription = {
  ...active,
  status: "past_due",
  dunningAttempt: 1,
  dunningSince: MADE,
  nextAttemptAt: later(3),
  finalActionAt: later(7),
};

export const SUBSCRIPTIONS: Readonly<Record<string, Subscription>> = {
  active,
  incomplete: { ...active, status: "incomplete", mandateId: null, redirectUrl: REDIRECT },
  incomplete_expired: { ...active, status: "incomplete_expired", canceledAt: later(1) },
  trialing: { ...active, status: "trialing", trialEnd: later(14), latestInvoiceId: null },
  past_due: pastDue,
  refused_for_good: { ...pastDue, nextAttemptAt: null },
  unpaid: {
    ...pastDue,
    status: "unpaid",
    finalAction: "unpaid",
    nextAttemptAt: null,
    finalActionAt: null,
  },
  ending: { ...active, cancelAtPeriodEnd: true, prorationBehavior: "none" },
  canceled: {
    ...active,
    status: "canceled",
    prorationBehavior: "always_invoice",
    canceledAt: later(7),
  },
  live: { ...active, mode: "live" },
};

const paid: Invoice = {
  ...owned,
  id: "in_01kp0c5n7v3m8q2w4x6y9z1b5d",
  subscriptionId: active.id,
  customerId: active.customerId,
  status: "paid",
  number: "INV-000042",
  currency: "EUR",
  lines: [
    {
      description: "2 × Team",
      amountMinor: 3_800n,
      proration: false,
      period: { start: MADE, end: later(30) },
    },
  ],
  amountDueMinor: 3_800n,
  amountPaidMinor: 3_800n,
  dueDate: MADE,
  attemptCount: 1,
  paymentId: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  collecting: false,
  dueAt: null,
  requestId: null,
  paidAt: MADE,
  reopenedAt: null,
  createdAt: MADE,
};
const open: Invoice = { ...paid, status: "open", amountPaidMinor: 0n, paidAt: null };

export const INVOICES: Readonly<Record<string, Invoice>> = {
  paid,
  open,
  void: { ...open, status: "void" },
  uncollectible: { ...open, status: "uncollectible", attemptCount: 5 },
  draft: {
    ...open,
    status: "draft",
    number: null,
    lines: [
      {
        description: "Unused time: 2 × Team",
        amountMinor: -1_900n,
        proration: true,
        period: { start: later(15), end: later(30) },
      },
    ],
    amountDueMinor: 0n,
    dueDate: null,
    attemptCount: 0,
    paymentId: null,
  },
  live: { ...paid, mode: "live" },
};
