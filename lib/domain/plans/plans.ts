import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as store from "./store.ts";
import { countPlanItems, listPlanItems, type PlanFilter, type PlanListItem } from "./store.ts";
import type { NewPlan, Plan, PlanChanges } from "./types.ts";

/** Creates a plan in the caller's transaction. */
export async function createPlanIn(tx: Tx, ctx: Context, params: NewPlan): Promise<Plan> {
  const moment = businessNow(ctx);
  const plan: Plan = {
    ...params,
    id: newId("plan"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    metadata: mergeMetadata({}, params.metadata),
    createdAt: moment,
    updatedAt: moment,
  };
  await store.insert(tx, plan);
  const { id, name, amountMinor, currency, interval, intervalCount, trialDays } = plan;
  await recordChangeIn(tx, ctx, {
    action: "plan.created",
    subject: { id, name },
    after: { name, amountMinor, currency, interval, intervalCount, trialDays },
  });
  return plan;
}

/** Changes the given fields in the caller's transaction and locks the plan until it ends. Existing subscriptions
 *  keep their trials. Throws `resource_missing`. */
export async function updatePlanIn(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: PlanChanges,
): Promise<Plan> {
  const plan = await store.lock(tx, ctx, id);
  if (!plan) throw missing("plan", id);
  const changed: Plan = {
    ...plan,
    name: changes.name ?? plan.name,
    trialDays: changes.trialDays ?? plan.trialDays,
    active: changes.active ?? plan.active,
    metadata: mergeMetadata(plan.metadata, changes.metadata),
  };
  await store.update(tx, changed);
  await recordChangeIn(tx, ctx, {
    action: "plan.updated",
    subject: { id, name: changed.name },
    before: factsOf(plan),
    after: factsOf(changed),
  });
  return changed;
}

const factsOf = ({ name, trialDays, active }: Plan) => ({ name, trialDays, active });

export type ListPlansRequest = PageRequest & {
  active?: boolean | undefined;
  currency?: string | undefined;
  created?: CreatedRange | undefined;
};

/** One page of plans, newest first. Throws `parameter_invalid` for a cursor that is not a plan's id. Takes no
 *  lock. */
export async function listPlans(ctx: Context, request: ListPlansRequest): Promise<Page<Plan>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`, naming `param` if the id came from one. Takes no lock. */
export async function getPlan(ctx: Context, id: string, param?: string): Promise<Plan> {
  const plan = await store.find(ctx, id);
  if (!plan) throw missing("plan", id, param);
  return plan;
}

/** As `getPlan`, and the plan cannot change until the transaction ends. Takes a shared lock, so that two
 *  subscriptions to one plan can be created at the same time. */
export async function lockPlanShared(
  tx: Tx,
  ctx: Context,
  id: string,
  param?: string,
): Promise<Plan> {
  const plan = await store.lockShared(tx, ctx, id);
  if (!plan) throw missing("plan", id, param);
  return plan;
}

/** The plans of `ids` that exist, by id, in one query. */
export async function findPlans(ctx: Context, ids: readonly string[]): Promise<Map<string, Plan>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((plan) => [plan.id, plan]));
}

/** One page of the plans that match a filter, newest first, with their exact total. For the dashboard. */
export async function browsePlans(
  ctx: Context,
  filter: PlanFilter,
  page: KeysetPage,
): Promise<KeysetSlice<PlanListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    listPlanItems(ctx, filter, page),
    countPlanItems(ctx, filter),
  ]);
  return { ...slice, total };
}
