import type { Context } from "#lib/kernel/context.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { Endpoint } from "../types.ts";
import * as store from "./store.ts";

export type ListEndpointsRequest = PageRequest & {
  status?: Endpoint["status"] | undefined;
  created?: CreatedRange | undefined;
};

/** One page of endpoints that were not deleted, newest first. Throws `parameter_invalid` for a cursor
 *  that is none of theirs. Takes no lock. */
export async function listEndpoints(
  ctx: Context,
  request: ListEndpointsRequest,
): Promise<Page<Endpoint>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}
