import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { Endpoint } from "../types.ts";
import * as store from "./store.ts";

/** Throws `resource_missing`, also for another merchant's endpoint and for a deleted one. */
export async function getEndpoint(
  ctx: Context,
  id: string,
  options: { param?: string; tx?: Tx } = {},
): Promise<Endpoint> {
  const endpoint = await store.find(ctx, id, options.tx);
  if (!endpoint) throw missing("webhook endpoint", id, options.param);
  return endpoint;
}

/** The endpoints of `ids` that exist, deleted ones included, by id, in one query. */
export async function findEndpoints(
  ctx: Context,
  ids: readonly string[],
  tx?: Tx,
): Promise<Map<string, { endpoint: Endpoint; deleted: boolean }>> {
  const found = await store.findMany(ctx, ids, tx);
  return new Map(found.map((each) => [each.endpoint.id, each]));
}

export type ListEndpointsRequest = PageRequest & {
  status?: Endpoint["status"] | undefined;
  created?: CreatedRange | undefined;
};

/** One page of the endpoints that are not deleted, newest first. Throws `parameter_invalid` for an unknown
 *  cursor. Takes no lock. */
export async function listEndpoints(
  ctx: Context,
  request: ListEndpointsRequest,
): Promise<Page<Endpoint>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}
