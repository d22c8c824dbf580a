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
