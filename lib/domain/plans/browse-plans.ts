import type { Context } from "#lib/kernel/context.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/keyset.ts";
import { countPlanLines, listPlanLines, type PlanFilter, type PlanLine } from "./browse-store.ts";

/** The plans that a filter leaves, newest first, with their exact number. For people. */
export async function browsePlans(
  ctx: Context,
  filter: PlanFilter,
  page: KeysetPage,
): Promise<KeysetSlice<PlanLine> & { total: number }> {
  const [slice, total] = await Promise.all([
    listPlanLines(ctx, filter, page),
    countPlanLines(ctx, filter),
  ]);
  return { ...slice, total };
}
