import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { ApprovalState } from "./approvals/types.ts";
import type { PayoutStatus } from "./payout-state.ts";
import * as store from "./store.ts";
import type { Payout } from "./types.ts";

/** What a list can be narrowed by. */
export type ListPayoutsRequest = PageRequest & {
  status?: PayoutStatus | undefined;
  currency?: string | undefined;
  batch?: string | undefined;
  approval?: ApprovalState | undefined;
  created?: CreatedRange | undefined;
};

/** One page of payouts, newest first. Throws `parameter_invalid` naming the parameter for a cursor that is
 *  no payout of this account and mode. Takes no lock. */
export async function listPayouts(
  ctx: Context,
  request: ListPayoutsRequest,
): Promise<Page<Payout>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** A payout of this account and mode. Throws `resource_missing`, also for another merchant's. */
export async function getPayout(ctx: Context, id: string): Promise<Payout> {
  const payout = await store.find(ctx, id);
  if (!payout) throw missing("payout", id);
  return payout;
}
