import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { DisputeStatus } from "./dispute-state.ts";
import * as store from "./store.ts";
import type { Dispute } from "./types.ts";

export type ListDisputesRequest = PageRequest & {
  payment?: string | undefined;
  status?: DisputeStatus | undefined;
  created?: CreatedRange | undefined;
};

/** One page of disputes, newest first. Throws `parameter_invalid` for a cursor that is none of theirs.
 *  Takes no lock. */
export async function listDisputes(
  ctx: Context,
  request: ListDisputesRequest,
): Promise<Page<Dispute>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`. */
export async function getDispute(ctx: Context, id: string): Promise<Dispute> {
  const dispute = await store.find(ctx, id);
  if (!dispute) throw missing("dispute", id);
  return dispute;
}

/** Those of `ids` that exist, by id: one query for a page's worth. */
export async function findDisputes(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Dispute>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((dispute) => [dispute.id, dispute]));
}
