export const PLAN_INTERVALS = ["day", "week", "month", "year"] as const;
export type PlanInterval = (typeof PLAN_INTERVALS)[number];

export const SUBSCRIPTION_STATUSES = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "unpaid",
  "canceled",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const PRORATION_BEHAVIORS = ["create_prorations", "always_invoice", "none"] as const;
export type ProrationBehavior = (typeof PRORATION_BEHAVIORS)[number];

/** Actions on a subscription that dunning could not collect. */
export const FINAL_ACTIONS = ["cancel", "unpaid"] as const;
export type FinalAction = (typeof FINAL_ACTIONS)[number];

export const INVOICE_STATUSES = ["draft", "open", "paid", "void", "uncollectible"] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** A retired plan takes no new subscriptions. */
export const PLAN_STATES = ["active", "retired"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** Test cards for subscriptions, by behaviour. */
export const TEST_CARDS = ["works", "works_once", "is_stolen", "asks"] as const;
export type TestCard = (typeof TEST_CARDS)[number];
