import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { SettlementStatus } from "./settlement-state.ts";
import * as store from "./store.ts";
import type { Settlement } from "./types.ts";

export type ListSettlementsRequest = PageRequest & {
  currency?: string | undefined;
  status?: SettlementStatus | undefined;
  created?: CreatedRange | undefined;
};

/** One page of settlements, newest first. Throws `parameter_invalid` for a cursor that is none of
 *  theirs. Takes no lock. */
export async function listSettlements(
  ctx: Context,
  request: ListSettlementsRequest,
): Promise<Page<Settlement>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`. Inside a transaction give its `tx`. */
export async function getSettlement(ctx: Context, id: string, tx?: Tx): Promise<Settlement> {
  const settlement = await store.find(ctx, id, tx);
  if (!settlement) throw missing("settlement", id);
  return settlement;
}

/** Those of `ids` that exist, by id: one query for a page's worth. */
export async function findSettlements(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Settlement>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((settlement) => [settlement.id, settlement]));
}
