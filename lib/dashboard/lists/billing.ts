import { listInvoiceItems } from "#lib/domain/invoices/index.ts";
import { listPlanItems } from "#lib/domain/plans/index.ts";
import { listSubscriptionItems, moreSubscriptionColumns } from "#lib/domain/subscriptions/index.ts";
import {
  INVOICE_STATUSES,
  PLAN_STATES,
  SUBSCRIPTION_STATUSES,
} from "#lib/kernel/vocabulary/billing.ts";
import { OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { readChoices, readPeriod, readText, readWords } from "../list-params.ts";
import type { ListContext } from "../typed-routes.ts";
import {
  invoiceListItemView,
  planListItemView,
  subscriptionListItemView,
} from "../views/billing.ts";
import {
  amountCells,
  createdCells,
  customerCells,
  emailCells,
  idCells,
  instrumentCells,
  list,
  major,
  moreCells,
  statusCells,
} from "./list.ts";

function planFilter(c: ListContext<"/:mode/plans">) {
  const [state] = readChoices(c, "state", PLAN_STATES) ?? [];
  const search = readText(c, "q");
  const currencies = readWords(c, "currency");
  return {
    ...(state === undefined ? {} : { active: state === "active" }),
    ...(search === undefined ? {} : { search }),
    ...(currencies === undefined ? {} : { currencies }),
  };
}

export const planList = list({
  name: "plans",
  filter: planFilter,
  page: (c, wanted, page) => listPlanItems(c.get("ctx"), wanted, page),
  view: planListItemView,
  columns: {
    name: { name: (row) => row.name },
    amount: amountCells,
    interval: { interval: (row) => row.interval, interval_count: (row) => row.intervalCount },
    trial: { trial_days: (row) => row.trialDays },
    subscribers: { subscriptions: (row) => row.subscribers },
    created: createdCells,
    id: idCells,
    do: { active: (row) => String(row.active) },
  },
});

function subscriptionFilter(c: ListContext<"/:mode/subscriptions">) {
  return {
    statuses: readChoices(c, "status", SUBSCRIPTION_STATUSES),
    plan: readText(c, "plan"),
    customer: readText(c, "customer"),
    created: readPeriod(c, "created"),
    search: readText(c, "q"),
  };
}

export const subscriptionList = list({
  name: "subscriptions",
  filter: subscriptionFilter,
  page: (c, wanted, page) => listSubscriptionItems(c.get("ctx"), wanted, page),
  view: subscriptionListItemView,
  more: moreSubscriptionColumns,
  optional: OPTIONAL_COLUMNS.subscriptions,
  columns: {
    customer: customerCells,
    plan: {
      plan: (row) => row.plan.id,
      plan_name: (row) => row.plan.name,
      quantity: (row) => row.quantity,
    },
    status: {
      status: (row) => row.status,
      cancel_at_period_end: (row) => String(row.cancelAtPeriodEnd),
    },
    amount: {
      amount: (row) => major(row.amount, row.plan.currency),
      currency: (row) => row.plan.currency,
    },
    next: {
      current_period_end: (row) => row.currentPeriodEnd,
      next_attempt_at: (row) => row.nextAttemptAt,
      canceled_at: (row) => row.canceledAt,
    },
    method: instrumentCells,
    id: { ...idCells, ...createdCells },
    email: emailCells,
    quantity: { quantity: (row) => row.quantity },
    started: moreCells("started", "current_period_start"),
    trialEnd: moreCells("trialEnd", "trial_end"),
    mandate: moreCells("mandate"),
    created: createdCells,
  },
});

function invoiceFilter(c: ListContext<"/:mode/invoices">) {
  return {
    statuses: readChoices(c, "status", INVOICE_STATUSES),
    created: readPeriod(c, "created"),
    subscriptionId: readText(c, "subscription"),
    search: readText(c, "q"),
  };
}

export const invoiceList = list({
  name: "invoices",
  filter: invoiceFilter,
  page: (c, wanted, page) => listInvoiceItems(c.get("ctx"), wanted, page),
  view: invoiceListItemView,
  optional: OPTIONAL_COLUMNS.invoices,
  columns: {
    number: { number: (row) => row.number },
    amount: {
      amount_due: (row) => major(row.amountDue, row.currency),
      subtotal: (row) => major(row.subtotal, row.currency),
      currency: (row) => row.currency,
    },
    status: statusCells,
    tries: { attempts: (row) => row.attemptCount },
    created: createdCells,
    customer: customerCells,
    id: { ...idCells, subscription: (row) => row.subscriptionId },
    email: emailCells,
    subtotal: { subtotal: (row) => major(row.subtotal, row.currency) },
    subscription: { subscription: (row) => row.subscriptionId },
  },
});
