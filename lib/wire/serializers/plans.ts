import type { Plan } from "#lib/domain/plans/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { PlanWire } from "../contract/plans.ts";

export function toPlanWire(plan: Plan): PlanWire {
  return {
    id: plan.id,
    object: "plan",
    livemode: plan.mode === "live",
    created: toIsoSeconds(plan.createdAt),
    metadata: plan.metadata,
    name: plan.name,
    amount: Number(plan.amountMinor),
    currency: plan.currency,
    interval: plan.interval,
    interval_count: plan.intervalCount,
    trial_days: plan.trialDays,
    active: plan.active,
  };
}
