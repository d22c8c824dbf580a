import { createPlanIn, getPlan, listPlans, updatePlanIn } from "#lib/domain/plans/index.ts";
import {
  createPlanRoute,
  listPlansRoute,
  readPlanRoute,
  updatePlanRoute,
} from "#lib/wire/contract/plans.ts";
import { toPlanWire } from "#lib/wire/serializers/billing.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const planEndpoints = [
  endpoint(createPlanRoute, ({ ctx, body, once }) => {
    const params = {
      name: body.name,
      amountMinor: BigInt(body.amount),
      currency: body.currency,
      interval: body.interval,
      intervalCount: body.interval_count,
      trialDays: body.trial_days,
      active: body.active,
      metadata: body.metadata,
    };
    return once((tx) => createPlanIn(tx, ctx, params), toPlanWire);
  }),

  endpoint(readPlanRoute, async ({ ctx, params }) =>
    toPlanWire(await getPlan(ctx, params.plan_id)),
  ),

  endpoint(listPlansRoute, async ({ ctx, query, list }) => {
    const { active, currency } = query;
    const page = await listPlans(ctx, { ...toPageRequest(query), active, currency });
    return list(page, toPlanWire);
  }),

  endpoint(updatePlanRoute, ({ ctx, params, body, once }) => {
    const { trial_days: trialDays, ...changes } = body;
    return once(
      (tx) => updatePlanIn(tx, ctx, params.plan_id, { ...changes, trialDays }),
      toPlanWire,
    );
  }),
];
