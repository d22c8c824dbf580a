import { type Event, findEvents } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { getEndpoint } from "../endpoints/get-endpoint.ts";
import type { Endpoint } from "../types.ts";
import { latestByType } from "./latest-events-store.ts";

export type LatestEvents = {
  endpoint: Endpoint;
  /** One of each type, the newest first. */
  events: Event[];
};

/** An endpoint and the newest event of each type that its latest deliveries brought, of those that
 *  really happened: what was made up by a test would show nothing of the merchant's own. Throws
 *  `resource_missing`. Takes no lock. */
export async function latestEventsTo(ctx: Context, endpointId: string): Promise<LatestEvents> {
  const endpoint = await getEndpoint(ctx, endpointId);
  const ids = await latestByType(ctx, endpoint.id);
  const found = await findEvents(ctx, ids);
  return { endpoint, events: ids.flatMap((id) => found.get(id) ?? []) };
}
