import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { RefundStatus } from "./refund-state.ts";
import * as store from "./store.ts";
import type { Refund } from "./types.ts";

/** What a list can be narrowed by. */
export type ListRefundsRequest = PageRequest & {
  payment?: string | undefined;
  status?: RefundStatus | undefined;
  created?: CreatedRange | undefined;
};

/** One page of refunds, newest first. Throws `parameter_invalid` naming the parameter for a cursor
 *  that is no refund of this account and mode. */
export async function listRefunds(
  ctx: Context,
  request: ListRefundsRequest,
): Promise<Page<Refund>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** A refund of this account and mode. Throws `resource_missing`, also for another merchant's. */
export async function getRefund(ctx: Context, id: string): Promise<Refund> {
  const refund = await store.find(ctx, id);
  if (!refund) throw missing("refund", id);
  return refund;
}

/** Those of `ids` that exist, by id: one query for a page's worth. */
export async function findRefunds(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Refund>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((refund) => [refund.id, refund]));
}
