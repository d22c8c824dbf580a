import type { Context } from "#lib/kernel/context.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import {
  countPlanItems,
  listPlanItems,
  type PlanFilter,
  type PlanListItem,
} from "./browse-store.ts";

/** The plans that a filter leaves, newest first, with their exact number. For people. */
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
