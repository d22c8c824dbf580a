import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { FinalAction, ProrationBehavior } from "#lib/kernel/vocabulary/billing.ts";
import {
  FINAL_ACTIONS,
  INVOICE_STATUSES,
  type InvoiceStatus,
  PLAN_INTERVALS,
  type PlanInterval,
  PRORATION_BEHAVIORS,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from "#lib/kernel/vocabulary/billing.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  minorUnits,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";
import { customers, type Metadata } from "./customers.ts";

/** Price and interval of subscriptions. They never change, because subscribers agreed to them. */
export const plans = pgTable(
  "plans",
  {
    accountId: accountColumn(),
    id: idColumn("plan", "id").notNull(),
    mode: modeColumn(),
    name: text("name").notNull(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    interval: text("interval").$type<PlanInterval>().notNull(),
    intervalCount: integer("interval_count").notNull(),
    trialDays: integer("trial_days").notNull().default(0),
    active: boolean("active").notNull().default(true),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("plans_list").on(t.accountId, t.mode, t.id),
    modeCheck("plans", t.mode),
    oneOf("plans_interval_known", t.interval, PLAN_INTERVALS),
    check("plans_amount_positive", sql`${t.amount} > 0`),
    check("plans_interval_positive", sql`${t.intervalCount} > 0`),
    check("plans_trial_not_negative", sql`${t.trialDays} >= 0`),
  ],
);

export const subscriptions = pgTable(
  "subscriptions",
  {
    accountId: accountColumn(),
    id: idColumn("sub", "id").notNull(),
    mode: modeColumn(),
    status: text("status").$type<SubscriptionStatus>().notNull(),
    customerId: idColumn("cus", "customer_id").notNull(),
    planId: idColumn("plan", "plan_id").notNull(),
    quantity: integer("quantity").notNull(),
    paymentMethodId: idColumn("pm", "payment_method_id").notNull(),
    mandateId: text("mandate_id"),
    trialEnd: moment("trial_end"),
    /** Whether the end of the trial was announced. */
    trialReminded: boolean("trial_reminded").notNull().default(false),
    /** The periods are counted from here, so that the 31st stays the 31st. */
    anchorAt: moment("anchor_at").notNull(),
    currentPeriodStart: moment("current_period_start").notNull(),
    currentPeriodEnd: moment("current_period_end").notNull(),
    /** The last change of plan or quantity; nothing before it can be prorated. */
    changedAt: moment("changed_at").notNull(),
    /** The plan and quantity that were last invoiced for this period. Null: the current ones. */
    billedPlanId: idColumn("plan", "billed_plan_id"),
    billedQuantity: integer("billed_quantity"),
    prorationBehavior: text("proration_behavior").$type<ProrationBehavior>().notNull(),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull().default(false),
    canceledAt: moment("canceled_at"),
    latestInvoiceId: idColumn("in", "latest_invoice_id"),
    /** The one unpaid invoice; nothing else is invoiced until it is paid. */
    openInvoiceId: idColumn("in", "open_invoice_id"),
    /** Retries so far, without the first attempt. */
    dunningAttempt: integer("dunning_attempt").notNull().default(0),
    /** When the first attempt failed: the days of dunning count from here. */
    dunningSince: moment("dunning_since"),
    nextAttemptAt: moment("next_attempt_at"),
    finalAction: text("final_action").$type<FinalAction>().notNull(),
    /** Where the payer must confirm the current payment. */
    redirectUrl: text("redirect_url"),
    /** When its next step is due, by the account's clock; null without one. */
    dueAt: moment("due_at"),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    requestId: idColumn("req", "request_id"),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("subscriptions_list").on(t.accountId, t.mode, t.id),
    index("subscriptions_status").on(t.accountId, t.mode, t.status, t.id),
    index("subscriptions_customer").on(t.accountId, t.customerId, t.id),
    index("subscriptions_plan").on(t.accountId, t.planId, t.id),
    index("subscriptions_due").on(t.dueAt).where(sql`due_at is not null`),
    index("subscriptions_turns").on(t.accountId, t.mode, t.dueAt).where(sql`due_at is not null`),
    foreignKey({
      columns: [t.accountId, t.customerId],
      foreignColumns: [customers.accountId, customers.id],
    }),
    foreignKey({
      columns: [t.accountId, t.planId],
      foreignColumns: [plans.accountId, plans.id],
    }),
    modeCheck("subscriptions", t.mode),
    oneOf("subscriptions_status_known", t.status, SUBSCRIPTION_STATUSES),
    oneOf("subscriptions_proration_known", t.prorationBehavior, PRORATION_BEHAVIORS),
    oneOf("subscriptions_final_action_known", t.finalAction, FINAL_ACTIONS),
    check("subscriptions_quantity_positive", sql`${t.quantity} > 0`),
    check("subscriptions_period_forward", sql`${t.currentPeriodEnd} > ${t.currentPeriodStart}`),
  ],
);

/** Amounts are safe integers in minor units; their sum is the invoice's subtotal. */
type InvoiceLineColumn = {
  description: string;
  amount: number;
  proration: boolean;
  periodStart: string;
  periodEnd: string;
};

export const invoices = pgTable(
  "invoices",
  {
    accountId: accountColumn(),
    id: idColumn("in", "id").notNull(),
    mode: modeColumn(),
    subscriptionId: idColumn("sub", "subscription_id").notNull(),
    customerId: idColumn("cus", "customer_id").notNull(),
    status: text("status").$type<InvoiceStatus>().notNull(),
    /** Assigned when it leaves the draft status, consecutive without a gap. */
    number: text("number"),
    currency: text("currency").notNull(),
    lines: jsonb("lines").$type<InvoiceLineColumn[]>().notNull(),
    amountDue: minorUnits("amount_due").notNull(),
    amountPaid: minorUnits("amount_paid").notNull().default(sql`0`),
    dueDate: moment("due_date"),
    attemptCount: integer("attempt_count").notNull().default(0),
    /** The latest attempt to collect it. */
    paymentId: idColumn("pay", "payment_id"),
    /** Whether the outcome of that attempt is not recorded here yet. */
    collecting: boolean("collecting").notNull().default(false),
    /** When to check its payment, by the account's clock; set with the payment's outcome. */
    dueAt: moment("due_at"),
    requestId: idColumn("req", "request_id"),
    paidAt: moment("paid_at"),
    /** When the payer's bank took back the money that had paid it. Such an invoice can wait beside the open one. */
    reopenedAt: moment("reopened_at"),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("invoices_list").on(t.accountId, t.mode, t.id),
    index("invoices_status").on(t.accountId, t.mode, t.status, t.id),
    index("invoices_subscription").on(t.accountId, t.subscriptionId, t.id),
    index("invoices_customer").on(t.accountId, t.customerId, t.id),
    index("invoices_due").on(t.dueAt).where(sql`due_at is not null`),
    index("invoices_turns").on(t.accountId, t.mode, t.dueAt).where(sql`due_at is not null`),
    uniqueIndex("invoices_number").on(t.accountId, t.mode, t.number),
    uniqueIndex("invoices_one_draft")
      .on(t.accountId, t.subscriptionId)
      .where(sql`status = 'draft'`),
    uniqueIndex("invoices_one_open")
      .on(t.accountId, t.subscriptionId)
      .where(sql`status = 'open' and reopened_at is null`),
    foreignKey({
      columns: [t.accountId, t.subscriptionId],
      foreignColumns: [subscriptions.accountId, subscriptions.id],
    }),
    modeCheck("invoices", t.mode),
    oneOf("invoices_status_known", t.status, INVOICE_STATUSES),
    check("invoices_numbered", sql`(${t.status} = 'draft') = (${t.number} is null)`),
    check("invoices_paid_within", sql`${t.amountPaid} between 0 and ${t.amountDue}`),
  ],
);

/** The last assigned number: locked from assigning a number until its invoice commits, so that none is skipped. */
export const invoiceCounters = pgTable(
  "invoice_counters",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    last: integer("last").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.mode] }), modeCheck("invoice_counters", t.mode)],
);
