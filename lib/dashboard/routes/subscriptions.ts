import { z } from "zod";
import { findCustomers } from "#lib/domain/customers/index.ts";
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
  whyNotReplanned,
  whySubscriptionNotCanceled,
  whySubscriptionNotChanged,
} from "#lib/domain/subscriptions/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import {
  FINAL_ACTIONS,
  PRORATION_BEHAVIORS,
  TEST_CARDS,
  type TestCard,
} from "#lib/kernel/vocabulary/billing.ts";
import { LIST_SORTS, OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readMoreParam } from "../column-names.ts";
import { readPageParam } from "../list-params.ts";
import { subscriptionList } from "../lists/billing.ts";
import { addExport, listRows } from "../lists/list.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { type Reply, type RouteContext, reply, replyOnce, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import {
  changePreviewView,
  type SubscriptionStepView,
  subscriptionStepView,
  subscriptionView,
} from "../views/billing.ts";
import { objectJsonView } from "../views/versions.ts";

export const subscriptionRoutes = routesAt("/:mode/subscriptions");

subscriptionRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const filter = subscriptionList.filter(c);
  const [{ rows, ...slice }, names] = await Promise.all([
    browseSubscriptions(ctx, filter, readPageParam(c, LIST_SORTS.subscriptions)),
    namesOf(ctx, filter),
  ]);
  const subscriptions = await listRows(
    c,
    subscriptionList,
    rows,
    readMoreParam(c, OPTIONAL_COLUMNS.subscriptions),
  );
  return reply(c, { ...slice, subscriptions, names });
});

/** Names of the plan and the customer that filter the list. */
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
  const { subscription } = detail.line;
  const requests = await requestsAbout(ctx, [subscription.id]);
  const refusal = whySubscriptionNotChanged(subscription);
  const actions = allowedActions("subscription", c.get("membership").role, {
    changeMethod: refusal,
    changePlan: whyNotReplanned(subscription),
    endWithPeriod: refusal,
    cancel: whySubscriptionNotCanceled(subscription),
  });
  return reply(c, subscriptionView(detail, requests, actions));
});

subscriptionRoutes.get("/:id/json", async (c) => {
  const sub = await getSubscription(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("subscription", sub, version)),
  );
});

/** Test cards by behaviour: browsers never send their numbers. */
const TEST_CARD_NUMBERS: Readonly<Record<TestCard, string>> = {
  works: "4242424242424242",
  works_once: "4000000000000341",
  is_stolen: "4000000000009979",
  asks: "4000000000003220",
};

const method = z.strictObject({
  /** A stored payment method, */
  saved: z
    .string()
    .regex(/^pm_(?!test_)\w{1,90}$/)
    .optional(),
  /** or in test mode a new test card. */
  testCard: z.enum(TEST_CARDS).optional(),
});

function paymentMethodOf(
  c: DashboardContext,
  params: z.output<typeof method> | undefined,
): string | null {
  if (params?.saved) return params.saved;
  if (!params?.testCard) return null;
  if (c.get("ctx").mode !== "test") throw invalid("method", "Test cards are for test mode.");
  return `pm_test_${TEST_CARD_NUMBERS[params.testCard]}`;
}

const attempt = z.uuid();
const idText = z.string().min(1).max(100);
const MAX_UNITS = 1_000_000;
const quantity = z.int("Give a whole number.").min(1, "At least one.").max(MAX_UNITS);

export const newSubscription = z.strictObject({
  attempt,
  customer: idText,
  plan: idText,
  quantity,
  trialDays: z.int().min(0).max(730).nullable(),
  finalAction: z.enum(FINAL_ACTIONS),
  method: method.optional(),
});

/** Creates a subscription. Throws as `createSubscription`. */
subscriptionRoutes.post("/", requireRole("manage_payments"), async (c) => {
  const { attempt: pressed, method: params, ...rest } = await readBody(c, newSubscription);
  const subscription = {
    ...rest,
    paymentMethod: paymentMethodOf(c, params),
    prorationBehavior: "create_prorations",
    cancelAtPeriodEnd: false,
    returnUrl: null,
    metadata: undefined,
  } as const;
  const press = {
    attempt: pressed,
    params: { ...rest, method: params },
    status: 201,
    view: subscriptionStepView,
  } as const;
  return await replyOnce(c, press, (request, render) =>
    createSubscription({ ctx: c.get("ctx"), request, render }, subscription),
  );
});

export const planChange = z.strictObject({
  plan: idText.optional(),
  quantity: quantity.optional(),
  behavior: z.enum(PRORATION_BEHAVIORS).optional(),
});

/** Previews the cost of another plan or quantity. Changes nothing. */
subscriptionRoutes.post("/:id/preview", async (c) => {
  const { behavior, ...params } = await readBody(c, planChange);
  const preview = await previewChange(c.get("ctx"), c.req.param("id"), {
    ...params,
    prorationBehavior: behavior,
    prorationDate: null,
  });
  return reply(c, changePreviewView(preview));
});

type Params = Partial<Parameters<typeof updateSubscription>[2]>;

/** `params`: what a repeat with the same `attempt` must equal. */
async function change(
  c: RouteContext<SubscriptionStepView>,
  pressed: { attempt: string; params: object },
  params: Params,
): Promise<Reply<SubscriptionStepView>> {
  const id = c.req.param("id") as Subscription["id"];
  return await replyOnce(c, { ...pressed, view: subscriptionStepView }, (request, render) =>
    updateSubscription({ ctx: c.get("ctx"), request, render }, id, {
      prorationDate: null,
      paymentMethod: null,
      returnUrl: null,
      ...params,
    }),
  );
}

export const confirmed = planChange.extend({ attempt, prorationDate: z.iso.datetime() });

/** Changes plan or quantity as previewed. Throws as `updateSubscription`. */
subscriptionRoutes.post("/:id/plan", requireRole(ACTIONS.subscription.changePlan), async (c) => {
  const { attempt: pressed, prorationDate, behavior, ...rest } = await readBody(c, confirmed);
  const params = { ...rest, behavior, prorationDate };
  const prorated = {
    prorationBehavior: behavior,
    prorationDate: dateFromMs(Date.parse(prorationDate)),
  };
  return await change(c, { attempt: pressed, params }, { ...rest, ...prorated });
});

export const newMethod = z.strictObject({ attempt, method });

/** Changes the payment method and immediately collects an unpaid invoice. Throws as `updateSubscription`. */
subscriptionRoutes.post(
  "/:id/method",
  requireRole(ACTIONS.subscription.changeMethod),
  async (c) => {
    const { attempt: pressed, method: params } = await readBody(c, newMethod);
    const paymentMethod = paymentMethodOf(c, params);
    if (!paymentMethod) throw invalid("method", "Choose a payment method.");
    return await change(c, { attempt: pressed, params }, { paymentMethod });
  },
);

export const ending = z.strictObject({ attempt, when: z.enum(["now", "period_end", "never"]) });

/** Cancels now or at the end of the period, or withdraws the cancellation. Throws as the verbs. */
subscriptionRoutes.post("/:id/cancel", requireRole(ACTIONS.subscription.cancel), async (c) => {
  const { attempt: pressed, when } = await readBody(c, ending);
  if (when !== "now") {
    const cancelAtPeriodEnd = when === "period_end";
    return await change(c, { attempt: pressed, params: { when } }, { cancelAtPeriodEnd });
  }
  const id = c.req.param("id") as Subscription["id"];
  const press = { attempt: pressed, params: { when }, view: subscriptionStepView };
  return await replyOnce(c, press, (request, render) =>
    cancelSubscription({ ctx: c.get("ctx"), request, render }, id, { again: "refuse" }),
  );
});
