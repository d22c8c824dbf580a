import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { MandateStatus } from "./mandate-state.ts";
import * as store from "./store.ts";
import type { Mandate, MandateScheme } from "./types.ts";

export type ListMandatesRequest = PageRequest & {
  customer?: string | undefined;
  paymentMethod?: string | undefined;
  status?: MandateStatus | undefined;
  scheme?: MandateScheme | undefined;
  created?: CreatedRange | undefined;
};

/** One page of mandates, newest first. Throws `parameter_invalid` for a cursor that is none of theirs.
 *  Takes no lock. */
export async function listMandates(
  ctx: Context,
  request: ListMandatesRequest,
): Promise<Page<Mandate>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`. With `tx` it is locked until the transaction ends. */
export async function getMandate(ctx: Context, id: string, tx?: Tx): Promise<Mandate> {
  const mandate = await store.find(ctx, id, tx);
  if (!mandate) throw missing("mandate", id);
  return mandate;
}

/** Those of `ids` that exist, by id: one query for a page's worth. */
export async function findMandates(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Mandate>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((mandate) => [mandate.id, mandate]));
}
