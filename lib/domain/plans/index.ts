export {
  browsePlans,
  createPlanIn,
  findPlans,
  getPlan,
  type ListPlansRequest,
  listPlans,
  lockPlanShared,
  updatePlanIn,
} from "./plans.ts";
export { listPlanItems, type PlanListItem } from "./store.ts";

export type { NewPlan, Plan, PlanChanges } from "./types.ts";
