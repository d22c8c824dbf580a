import { z } from "zod";
import { PLAN_INTERVALS } from "#lib/kernel/vocabulary/billing.ts";
import { defineRoute } from "./route.ts";
import {
  amount,
  currency,
  currencyCode,
  envelope,
  listOf,
  listQuery,
  metadataInput,
  minorUnits,
} from "./shared.ts";

const MOST_TRIAL_DAYS = 730;
/** Three years each. */
const MOST_INTERVALS = { day: 1_095, week: 156, month: 36, year: 3 } as const;

export const planWire = z
  .object({
    ...envelope("plan", "plan"),
    name: z.string().meta({ description: "The name, shown on invoices" }),
    amount: minorUnits.meta({ description: "Per unit and period, in minor units" }),
    currency: currencyCode,
    interval: z.enum(PLAN_INTERVALS).meta({ description: "The unit of the period" }),
    interval_count: z.int().min(1).meta({ description: "Intervals between two invoices" }),
    trial_days: z.int().min(0).meta({ description: "Days before the first invoice; 0: none" }),
    active: z.boolean().meta({ description: "Whether customers can subscribe to it" }),
  })
  .meta({ id: "plan", description: "Price and interval of a subscription" });
export type PlanWire = z.output<typeof planWire>;

export const PLAN_EXAMPLE: PlanWire = {
  id: "plan_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "plan",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  metadata: {},
  name: "Team",
  amount: 1_900,
  currency: "EUR",
  interval: "month",
  interval_count: 1,
  trial_days: 14,
  active: true,
};

const name = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "The name, shown on invoices", example: "Team" });
export const trialDays = z
  .int()
  .min(0)
  .max(MOST_TRIAL_DAYS)
  .meta({ description: "Days before the first charge", example: 14 });

export const createPlanRoute = defineRoute({
  method: "post",
  path: "/v1/plans",
  name: "create_plan",
  group: "Plans",
  summary: "Create a plan",
  description:
    "Amount, currency and interval of a plan never change, because subscribers agreed to them. For another price, create another plan and move subscriptions to it.",
  scope: "plans:write",
  bucket: "writes",
  bodyExample: { name: "Team", amount: 1_900, currency: "EUR", interval: "month", trial_days: 14 },
  body: z
    .strictObject({
      name,
      amount: amount.meta({ description: "Per unit and period, in minor units", example: 1_900 }),
      currency,
      interval: z.enum(PLAN_INTERVALS).meta({ description: "The unit of the period" }),
      interval_count: z
        .int()
        .min(1)
        .max(MOST_INTERVALS.day)
        .default(1)
        .meta({ description: "Intervals between two invoices; at most three years" }),
      trial_days: trialDays.default(0),
      active: z
        .boolean()
        .default(true)
        .meta({ description: "Whether customers can subscribe to it" }),
      metadata: metadataInput.optional(),
    })
    .refine(({ interval, interval_count }) => interval_count <= MOST_INTERVALS[interval], {
      path: ["interval_count"],
      message: "A period can have at most three years",
    }),
  response: { status: 201, schema: planWire, example: PLAN_EXAMPLE },
});

export const readPlanRoute = defineRoute({
  method: "get",
  path: "/v1/plans/{plan_id}",
  name: "read_plan",
  group: "Plans",
  summary: "Read one plan",
  scope: "plans:read",
  bucket: "reads",
  params: { plan_id: "plan" },
  response: { status: 200, schema: planWire, example: PLAN_EXAMPLE },
  returns: "plan",
  errors: ["resource_missing"],
});

export const listPlansRoute = defineRoute({
  method: "get",
  path: "/v1/plans",
  name: "list_plans",
  group: "Plans",
  summary: "List plans",
  scope: "plans:read",
  bucket: "lists",
  query: listQuery.extend({ active: z.boolean().optional(), currency: currency.optional() }),
  response: {
    status: 200,
    schema: listOf(planWire),
    example: {
      object: "list",
      url: "/v1/plans",
      data: [PLAN_EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "plan",
});

export const updatePlanRoute = defineRoute({
  method: "post",
  path: "/v1/plans/{plan_id}",
  name: "update_plan",
  group: "Plans",
  summary: "Change a plan",
  description:
    "Changes the parameters that are sent. With `active: false` the plan takes no new subscriptions; existing ones continue.",
  scope: "plans:write",
  bucket: "writes",
  params: { plan_id: "plan" },
  bodyExample: { active: false },
  body: z.strictObject({
    name: name.optional(),
    trial_days: trialDays.optional(),
    active: z.boolean().optional().meta({ description: "Whether customers can subscribe to it" }),
    metadata: metadataInput.optional(),
  }),
  response: { status: 200, schema: planWire, example: { ...PLAN_EXAMPLE, active: false } },
  errors: ["resource_missing"],
});
