import { Hono } from "hono";
import { z } from "zod";
import { once } from "#lib/domain/idempotency/index.ts";
import { browsePlans, createPlanIn, type Plan, updatePlanIn } from "#lib/domain/plans/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { decimalToMinor, isCurrency, MAX_AMOUNT_MINOR } from "#lib/kernel/money.ts";
import { PLAN_INTERVALS } from "#lib/kernel/vocabulary/billing.ts";
import { readPageParam } from "../list-params.ts";
import { planList } from "../lists/billing.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { attemptKey, renderAnswer, sendAnswer } from "../render-answer.ts";
import type { DashboardEnv } from "../types.ts";
import { type PlanListView, planListItemView } from "../views/billing.ts";

export const planRoutes = new Hono<DashboardEnv>();

planRoutes.get("/", async (c) => {
  const found = await browsePlans(c.get("ctx"), planList.filter(c), readPageParam(c));
  const { rows, total, older, newer } = found;
  return c.json<PlanListView>({ plans: rows.map(planListItemView), total, older, newer });
});

addExport(planRoutes, planList);

const MOST_TRIAL_DAYS = 730;
const newPlan = z.strictObject({
  attempt: z.uuid(),
  name: z.string().trim().min(1, "Give it a name.").max(200),
  /** As typed, in major units. */
  amount: z.string().max(20),
  currency: z.string().refine(isCurrency, "Give an ISO 4217 code, such as EUR."),
  interval: z.enum(PLAN_INTERVALS),
  intervalCount: z.int().min(1).max(36),
  trialDays: z.int().min(0).max(MOST_TRIAL_DAYS),
});

const asLine = (plan: Plan) => planListItemView({ ...plan, subscribers: 0 });

/** Offers a plan. Throws `parameter_invalid`. */
planRoutes.post("/", requireRole("manage_payments"), async (c) => {
  const { attempt, amount, ...params } = await readBody(c, newPlan);
  const amountMinor = decimalToMinor(amount, params.currency);
  if (amountMinor === null || amountMinor < 1n || amountMinor > MAX_AMOUNT_MINOR) {
    throw invalid("amount", `Give an amount in ${params.currency}, such as 19.00.`);
  }
  if (params.interval === "year" && params.intervalCount > 3) {
    throw invalid("intervalCount", "A period is three years at most.");
  }
  const ctx = c.get("ctx");
  const plan = { ...params, amountMinor, active: true, metadata: undefined };
  const answer = await once(
    ctx,
    attemptKey(c, attempt, { ...params, amount }),
    (tx) => createPlanIn(tx, ctx, plan),
    renderAnswer<Plan>(c, 201, asLine),
  );
  return sendAnswer(c, answer);
});

const change = z.strictObject({ attempt: z.uuid(), active: z.boolean() });

/** Takes a plan out of what can be subscribed to, or back in. Throws `resource_missing`. */
planRoutes.post("/:id", requireRole("manage_payments"), async (c) => {
  const { attempt, active } = await readBody(c, change);
  const ctx = c.get("ctx");
  const answer = await once(
    ctx,
    attemptKey(c, attempt, { active }),
    (tx) => updatePlanIn(tx, ctx, c.req.param("id"), { active }),
    renderAnswer<Plan>(c, 200, asLine),
  );
  return sendAnswer(c, answer);
});
