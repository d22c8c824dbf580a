import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
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

/** Those of `ids` that exist, by id, deleted ones included: one query for a page's worth. */
export async function findEndpoints(
  ctx: Context,
  ids: readonly string[],
  tx?: Tx,
): Promise<Map<string, { endpoint: Endpoint; deleted: boolean }>> {
  const found = await store.findMany(ctx, ids, tx);
  return new Map(found.map((each) => [each.endpoint.id, each]));
}
