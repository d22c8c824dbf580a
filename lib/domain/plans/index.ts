export { browsePlans } from "./browse-plans.ts";
export { listPlanItems, type PlanListItem } from "./browse-store.ts";
export { createPlanIn } from "./create-plan.ts";
export { findPlans, getPlan, type ListPlansRequest, listPlans } from "./list-plans.ts";
export type { NewPlan, Plan, PlanChanges } from "./types.ts";
export { updatePlanIn } from "./update-plan.ts";
