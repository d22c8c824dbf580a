import { Hono } from "hono";
import { z } from "zod";
import { findCustomers } from "#lib/domain/customers/index.ts";
import type { Answer, IdempotentRequest } from "#lib/domain/idempotency/index.ts";
import { findPlans } from "#lib/domain/plans/index.ts";
import { requestsAbout } from "#lib/domain/request-log/index.ts";
import {
  browseSubscriptions,
  cancelSubscription,
  createSubscription,
  getSubscription,
  previewChange,
  type Subscription,
  subscriptionDetail,
  updateSubscription,
} from "#lib/domain/subscriptions/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { FINAL_ACTIONS, PRORATION_BEHAVIORS } from "#lib/kernel/vocabulary/billing.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readPageParam } from "../list-params.ts";
import { subscriptionList } from "../lists/billing.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { attemptKey, renderAnswer, sendAnswer } from "../render-answer.ts";
import type { DashboardContext, DashboardEnv } from "../types.ts";
import {
  changePreviewView,
  type SubscriptionListView,
  subscriptionListItemView,
  subscriptionStepView,
  subscriptionView,
} from "../views/billing.ts";
import { objectJsonView } from "../views/object-json.ts";

export const subscriptionRoutes = new Hono<DashboardEnv>();

subscriptionRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const filter = subscriptionList.filter(c);
  const [{ rows, ...slice }, names] = await Promise.all([
    browseSubscriptions(ctx, filter, readPageParam(c)),
    namesOf(ctx, filter),
  ]);
  const subscriptions = rows.map(subscriptionListItemView);
  return c.json<SubscriptionListView>({ ...slice, subscriptions, names });
});

/** What people call the plan and the customer that a list is narrowed to. */
async function namesOf(
  ctx: Context,
  { plan, customer }: ReturnType<typeof subscriptionList.filter>,
): Promise<Record<string, string>> {
  const [plans, customers] = await Promise.all([
    plan ? findPlans(ctx, [plan]) : [],
    customer ? findCustomers(ctx, [customer]) : [],
  ]);
  const named = [...plans, ...customers].map(([id, one]) => [
    id,
    one.name ?? ("email" in one ? one.email : null),
  ]);
  return Object.fromEntries(named.filter(([, name]) => name));
}

addExport(subscriptionRoutes, subscriptionList);

subscriptionRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const detail = await subscriptionDetail(ctx, c.req.param("id"));
  const requests = await requestsAbout(ctx, [detail.line.subscription.id]);
  return c.json(subscriptionView(detail, requests));
});

subscriptionRoutes.get("/:id/json", async (c) => {
  const sub = await getSubscription(c.get("ctx"), c.req.param("id"));
  return c.json(objectJsonView(c, (version) => wireIn("subscription", sub, version)));
});

/** Test cards by what they do: their numbers stay out of what browsers send. */
const TEST_CARDS = {
  works: "4242424242424242",
  works_once: "4000000000000341",
  is_stolen: "4000000000009979",
  asks: "4000000000003220",
} as const;

const method = z.strictObject({
  /** One that is stored, */
  saved: z
    .string()
    .regex(/^pm_(?!test_)\w{1,90}$/)
    .optional(),
  /** or in test mode a card that is made for it. */
  testCard: z.enum(Object.keys(TEST_CARDS) as [keyof typeof TEST_CARDS]).optional(),
});

function named(c: DashboardContext, params: z.output<typeof method> | undefined): string | null {
  if (params?.saved) return params.saved;
  if (!params?.testCard) return null;
  if (c.get("ctx").mode !== "test") throw invalid("method", "Test cards are for test mode.");
  return `pm_test_${TEST_CARDS[params.testCard]}`;
}

function callOf(c: DashboardContext, request: IdempotentRequest, status = 200) {
  return {
    ctx: c.get("ctx"),
    request,
    render: renderAnswer<Subscription>(c, status, subscriptionStepView),
  };
}

const attempt = z.uuid();
const idText = z.string().min(1).max(100);
const MOST_UNITS = 1_000_000;
const quantity = z.int("Give a whole number.").min(1, "At least one.").max(MOST_UNITS);

const newSubscription = z.strictObject({
  attempt,
  customer: idText,
  plan: idText,
  quantity,
  trialDays: z.int().min(0).max(730).nullable(),
  finalAction: z.enum(FINAL_ACTIONS),
  method: method.optional(),
});

/** Subscribes a customer. Throws as `createSubscription`. */
subscriptionRoutes.post("/", requireRole("manage_payments"), async (c) => {
  const { attempt: pressed, method: params, ...rest } = await readBody(c, newSubscription);
  const request = attemptKey(c, pressed, { ...rest, method: params });
  const answer = await createSubscription(callOf(c, request, 201), {
    ...rest,
    paymentMethod: named(c, params),
    prorationBehavior: "create_prorations",
    cancelAtPeriodEnd: false,
    returnUrl: null,
    metadata: undefined,
  });
  return sendAnswer(c, answer);
});

const planChange = z.strictObject({
  plan: idText.optional(),
  quantity: quantity.optional(),
  behavior: z.enum(PRORATION_BEHAVIORS).optional(),
});

/** What a change of plan or quantity would cost. Changes nothing. */
subscriptionRoutes.post("/:id/preview", async (c) => {
  const { behavior, ...params } = await readBody(c, planChange);
  const preview = await previewChange(c.get("ctx"), c.req.param("id"), {
    ...params,
    prorationBehavior: behavior,
    prorationDate: null,
  });
  return c.json(changePreviewView(preview));
});

type Params = Partial<Parameters<typeof updateSubscription>[2]>;

async function change(
  c: DashboardContext,
  pressed: string,
  parameters: object,
  params: Params,
): Promise<Answer> {
  const id = c.req.param("id") as Subscription["id"];
  return await updateSubscription(callOf(c, attemptKey(c, pressed, parameters)), id, {
    prorationDate: null,
    paymentMethod: null,
    returnUrl: null,
    ...params,
  });
}

const confirmed = planChange.extend({ attempt, prorationDate: z.iso.datetime() });

/** Changes plan or quantity as previewed. Throws as `updateSubscription`. */
subscriptionRoutes.post("/:id/plan", requireRole("manage_payments"), async (c) => {
  const { attempt: pressed, prorationDate, behavior, ...rest } = await readBody(c, confirmed);
  const parameters = { ...rest, behavior, prorationDate };
  const prorated = {
    prorationBehavior: behavior,
    prorationDate: dateFromMs(Date.parse(prorationDate)),
  };
  return sendAnswer(c, await change(c, pressed, parameters, { ...rest, ...prorated }));
});

const newMethod = z.strictObject({ attempt, method });

/** Pays with something else from now on, and at once what is unpaid. Throws as `updateSubscription`. */
subscriptionRoutes.post("/:id/method", requireRole("manage_payments"), async (c) => {
  const { attempt: pressed, method: params } = await readBody(c, newMethod);
  const paymentMethod = named(c, params);
  if (!paymentMethod) throw invalid("method", "Choose what it is to be paid with.");
  return sendAnswer(c, await change(c, pressed, params, { paymentMethod }));
});

const ending = z.strictObject({ attempt, when: z.enum(["now", "period_end", "never"]) });

/** Ends it now, with its period, or after all not. Throws as the verbs. */
subscriptionRoutes.post("/:id/cancel", requireRole("manage_payments"), async (c) => {
  const { attempt: pressed, when } = await readBody(c, ending);
  if (when !== "now") {
    const cancelAtPeriodEnd = when === "period_end";
    return sendAnswer(c, await change(c, pressed, { when }, { cancelAtPeriodEnd }));
  }
  const call = callOf(c, attemptKey(c, pressed, { when }));
  const id = c.req.param("id") as Subscription["id"];
  return sendAnswer(c, await cancelSubscription(call, id, { again: "refuse" }));
});
