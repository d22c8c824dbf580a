import { and, desc, eq, gte, max, ne } from "drizzle-orm";
import { db } from "#db/client.ts";
import { deliveries as d } from "#db/schema/webhooks.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { oldestDeliveryId } from "../deliveries/list-deliveries.ts";

/** How far back an endpoint's deliveries are read: walking all of a busy one's could take seconds,
 *  for a type that it hardly ever gets. */
const DELIVERIES_READ = 2_000;

/** The newest event of each type among an endpoint's latest deliveries, the newest first; tests of the
 *  endpoint left out. Reads the endpoint's own index backwards. Takes no lock. */
export async function latestByType(ctx: Context, endpointId: Id<"we">): Promise<Id<"evt">[]> {
  const latest = db()
    .select({ type: d.eventType, eventId: d.eventId })
    .from(d)
    .where(
      and(
        eq(d.accountId, ctx.accountId),
        eq(d.mode, ctx.mode),
        eq(d.endpointId, endpointId),
        gte(d.id, oldestDeliveryId()),
        ne(d.origin, "test"),
      ),
    )
    .orderBy(desc(d.id))
    .limit(DELIVERIES_READ)
    .as("latest");
  // Ids sort by time, so the greatest of a type is its newest event, replays of older ones aside.
  const newest = max(latest.eventId);
  const rows = await db()
    .select({ eventId: newest })
    .from(latest)
    .groupBy(latest.type)
    .orderBy(desc(newest));
  return rows.map(({ eventId }) => eventId as Id<"evt">);
}
