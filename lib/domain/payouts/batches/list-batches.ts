import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as store from "./batch-store.ts";
import type { BatchStatus, PayoutBatch } from "./types.ts";

/** What a list can be narrowed by. */
export type ListBatchesRequest = PageRequest & {
  status?: BatchStatus | undefined;
  created?: CreatedRange | undefined;
};

/** One page of batches, newest first. Throws `parameter_invalid` naming the parameter for a cursor that is
 *  none of theirs. Takes no lock. */
export async function listPayoutBatches(
  ctx: Context,
  request: ListBatchesRequest,
): Promise<Page<PayoutBatch>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** A batch of this account and mode. Throws `resource_missing`, also for another merchant's. */
export async function getPayoutBatch(ctx: Context, id: string): Promise<PayoutBatch> {
  const batch = await store.find(ctx, id);
  if (!batch) throw missing("payout batch", id);
  return batch;
}
