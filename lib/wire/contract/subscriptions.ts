import { z } from "zod";
import {
  FINAL_ACTIONS,
  PRORATION_BEHAVIORS,
  SUBSCRIPTION_STATUSES,
} from "#lib/kernel/vocabulary/billing.ts";
import { trialDays } from "./plans.ts";
import { defineRoute } from "./route.ts";
import {
  envelope,
  expandable,
  listOf,
  listQuery,
  mandateData,
  metadataInput,
  moment,
  timestamp,
} from "./shared.ts";

const MOST_UNITS = 1_000_000;

export const subscriptionWire = z
  .object({
    ...envelope("subscription", "sub"),
    customer: expandable("cus", "customer"),
    plan: expandable("plan", "plan"),
    quantity: z.int().min(1).meta({ description: "Units of the plan" }),
    status: z
      .enum(SUBSCRIPTION_STATUSES)
      .meta({ description: "`past_due` while dunning tries to collect an invoice" }),
    payment_method: expandable("pm", "payment_method"),
    mandate: expandable("mdt", "mandate").nullable(),
    trial_end: timestamp.nullable().meta({ description: "End of the trial; null without one" }),
    current_period_start: timestamp.meta({ description: "Start of the billed period" }),
    current_period_end: timestamp.meta({ description: "End of the billed period" }),
    proration_behavior: z
      .enum(PRORATION_BEHAVIORS)
      .meta({ description: "How changes within a period are billed" }),
    cancel_at_period_end: z
      .boolean()
      .meta({ description: "Whether it ends with the current period" }),
    canceled_at: timestamp
      .nullable()
      .meta({ description: "When it ended, or was told to end; null otherwise" }),
    latest_invoice: expandable("in", "invoice").nullable(),
    dunning: z
      .object({
        attempt: z.int().min(0).meta({ description: "Retries so far, without the first attempt" }),
        next_attempt_at: timestamp
          .nullable()
          .meta({ description: "When the open invoice is collected again; null if it is not" }),
        final_action: z
          .enum(FINAL_ACTIONS)
          .meta({ description: "What happens after the last retry" }),
        final_action_at: timestamp.nullable().meta({
          description: "When the final action is taken unless the invoice is paid before",
        }),
      })
      .meta({
        description:
          "Dunning: an unpaid invoice is retried 1, 3, 5 and 7 days after the first failure, unless the decline was hard",
      }),
    next_action: z.enum(["redirect"]).nullable().meta({
      description: "`redirect`: the payer must confirm the payment at `redirect_url`",
    }),
    redirect_url: z.string().nullable().meta({
      description: "Where to send the payer's browser; null unless `next_action` is `redirect`",
    }),
  })
  .meta({ id: "subscription", description: "A customer's recurring order of a plan" });
export type SubscriptionWire = z.output<typeof subscriptionWire>;

export const SUBSCRIPTION_EXAMPLE: SubscriptionWire = {
  id: "sub_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "subscription",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  metadata: {},
  customer: "cus_01kp0c5n7v3m8q2w4x6y9z1b5d",
  plan: "plan_01kp0c5n7v3m8q2w4x6y9z1b5d",
  quantity: 2,
  status: "active",
  payment_method: "pm_01kp0c5n7v3m8q2w4x6y9z1b5d",
  mandate: "mdt_01kp0c5n7v3m8q2w4x6y9z1b5d",
  trial_end: null,
  current_period_start: "2026-04-12T09:31:07Z",
  current_period_end: "2026-05-12T09:31:07Z",
  proration_behavior: "create_prorations",
  cancel_at_period_end: false,
  canceled_at: null,
  latest_invoice: "in_01kp0c5n7v3m8q2w4x6y9z1b5d",
  dunning: { attempt: 0, next_attempt_at: null, final_action: "cancel", final_action_at: null },
  next_action: null,
  redirect_url: null,
};

const quantity = z
  .int()
  .min(1)
  .max(MOST_UNITS)
  .meta({ description: "Number of units of the plan", example: 2 });
const id = z.string().min(1).max(100);
const paymentMethod = z.string().min(1).max(100).meta({
  description:
    "A payment method of the customer, or one that is not attached yet. Defaults to the customer's default",
  example: "pm_test_4242424242424242",
});
const behavior = z.enum(PRORATION_BEHAVIORS).meta({
  description:
    "How mid-period changes are billed: `create_prorations` on the next invoice, `always_invoice` on an invoice now, `none` from the next period",
});
const finalAction = z.enum(FINAL_ACTIONS).meta({
  description: "The final action when dunning has failed",
});
const returnUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .meta({
    description: "Where the payer's browser goes after confirming a payment",
    example: "https://shop.example/back",
  });
const agreement = mandateData.optional().meta({
  description:
    "When and from where the payer agreed to be charged; stored with the mandate. From version 2026-12-01 on it is required for a debit whose payment method has no active or pending mandate",
});
/** Parameters of an update and of its preview. */
export const planChange = {
  plan: id.optional().meta({ description: "Another plan in the same currency" }),
  quantity: quantity.optional(),
  proration_behavior: behavior.optional(),
  proration_date: moment.optional().meta({
    description:
      "The time from which plan and quantity change, as a preview returned it. Defaults to now",
  }),
};

export const createSubscriptionRoute = defineRoute({
  method: "post",
  path: "/v1/subscriptions",
  name: "create_subscription",
  group: "Subscriptions",
  summary: "Subscribe a customer to a plan",
  description:
    "Without a trial the call charges the first period. If the payer must confirm it (`next_action`) or it is declined, the subscription is `incomplete`: a new payment method within 23 hours is charged immediately, after that it is `incomplete_expired`. Later periods are charged automatically under the payer's mandate.",
  scope: "subscriptions:write",
  bucket: "writes",
  bodyExample: {
    customer: SUBSCRIPTION_EXAMPLE.customer,
    plan: SUBSCRIPTION_EXAMPLE.plan,
    quantity: 2,
    payment_method: "pm_test_4242424242424242",
  },
  body: z.strictObject({
    customer: id.meta({ description: "The customer who subscribes" }),
    plan: id.meta({ description: "The plan to subscribe to" }),
    quantity: quantity.default(1),
    payment_method: paymentMethod.optional(),
    trial_days: trialDays.optional().meta({ description: "Overrides the plan's" }),
    proration_behavior: behavior.default("create_prorations"),
    cancel_at_period_end: z
      .boolean()
      .default(false)
      .meta({ description: "Whether it ends with the current period" }),
    dunning: z
      .strictObject({ final_action: finalAction })
      .optional()
      .meta({ description: "What happens when an invoice cannot be collected" }),
    mandate_data: agreement,
    return_url: returnUrl.optional(),
    metadata: metadataInput.optional(),
  }),
  response: { status: 201, schema: subscriptionWire, example: SUBSCRIPTION_EXAMPLE },
  returns: "subscription",
  errors: ["resource_missing", "gateway_error"],
});

export const readSubscriptionRoute = defineRoute({
  method: "get",
  path: "/v1/subscriptions/{subscription_id}",
  name: "read_subscription",
  group: "Subscriptions",
  summary: "Read one subscription",
  scope: "subscriptions:read",
  bucket: "reads",
  params: { subscription_id: "sub" },
  response: { status: 200, schema: subscriptionWire, example: SUBSCRIPTION_EXAMPLE },
  returns: "subscription",
  errors: ["resource_missing"],
});

export const listSubscriptionsRoute = defineRoute({
  method: "get",
  path: "/v1/subscriptions",
  name: "list_subscriptions",
  group: "Subscriptions",
  summary: "List subscriptions",
  scope: "subscriptions:read",
  bucket: "lists",
  query: listQuery.extend({
    status: z.enum(SUBSCRIPTION_STATUSES).optional(),
    customer: id.optional(),
    plan: id.optional(),
  }),
  response: {
    status: 200,
    schema: listOf(subscriptionWire),
    example: {
      object: "list",
      url: "/v1/subscriptions",
      data: [SUBSCRIPTION_EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "subscription",
});

export const updateSubscriptionRoute = defineRoute({
  method: "post",
  path: "/v1/subscriptions/{subscription_id}",
  name: "update_subscription",
  group: "Subscriptions",
  summary: "Change a subscription",
  description:
    "Changes the parameters that are sent. A new plan or quantity is prorated to the minor unit; a plan with another interval starts a new period, which is charged immediately. If an invoice is unpaid, a new payment method is charged immediately.",
  scope: "subscriptions:write",
  bucket: "writes",
  params: { subscription_id: "sub" },
  bodyExample: { quantity: 3, proration_behavior: "always_invoice" },
  body: z.strictObject({
    ...planChange,
    payment_method: paymentMethod.optional(),
    cancel_at_period_end: z
      .boolean()
      .optional()
      .meta({ description: "Whether it ends with the current period" }),
    dunning: z
      .strictObject({ final_action: finalAction })
      .optional()
      .meta({ description: "What happens when an invoice cannot be collected" }),
    mandate_data: agreement,
    return_url: returnUrl.optional(),
    metadata: metadataInput.optional(),
  }),
  response: { status: 200, schema: subscriptionWire, example: SUBSCRIPTION_EXAMPLE },
  returns: "subscription",
  errors: ["resource_missing", "state_invalid", "gateway_error"],
});

const canceled = {
  ...SUBSCRIPTION_EXAMPLE,
  status: "canceled" as const,
  canceled_at: "2026-04-20T08:00:00Z",
};
const CANCELING =
  "Ends it now: nothing more is charged, and the current period is not refunded. To end it with the current period, set `cancel_at_period_end`.";

export const cancelSubscriptionRoute = defineRoute({
  method: "post",
  path: "/v1/subscriptions/{subscription_id}/cancel",
  name: "cancel_subscription",
  group: "Subscriptions",
  summary: "Cancel a subscription",
  description: CANCELING,
  scope: "subscriptions:write",
  bucket: "writes",
  params: { subscription_id: "sub" },
  body: z.strictObject({}),
  response: { status: 200, schema: subscriptionWire, example: canceled },
  returns: "subscription",
  errors: ["resource_missing", "state_invalid"],
});

export const deleteSubscriptionRoute = defineRoute({
  method: "delete",
  path: "/v1/subscriptions/{subscription_id}",
  name: "delete_subscription",
  group: "Subscriptions",
  summary: "Cancel a subscription (DELETE)",
  description: `${CANCELING} Canceling it again is not an error and changes nothing.`,
  scope: "subscriptions:write",
  bucket: "writes",
  params: { subscription_id: "sub" },
  response: { status: 200, schema: subscriptionWire, example: canceled },
  returns: "subscription",
  errors: ["resource_missing"],
});
