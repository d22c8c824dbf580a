import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as store from "./store.ts";
import type { Plan } from "./types.ts";

export type ListPlansRequest = PageRequest & {
  active?: boolean | undefined;
  currency?: string | undefined;
  created?: CreatedRange | undefined;
};

/** One page of plans, newest first. Throws `parameter_invalid` for a cursor that is none of theirs.
 *  Takes no lock. */
export async function listPlans(ctx: Context, request: ListPlansRequest): Promise<Page<Plan>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`; `param` names the parameter that pointed to it. In a transaction the plan
 *  cannot change until it ends. */
export async function getPlan(
  ctx: Context,
  id: string,
  options: { param?: string; tx?: Tx } = {},
): Promise<Plan> {
  const plan = await store.find(ctx, id, options.tx);
  if (!plan) throw missing("plan", id, options.param);
  return plan;
}

/** Those of `ids` that exist, by id: one query for a page's worth. */
export async function findPlans(ctx: Context, ids: readonly string[]): Promise<Map<string, Plan>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((plan) => [plan.id, plan]));
}
