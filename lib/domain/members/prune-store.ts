import { lt } from "drizzle-orm";
import { db } from "#db/client.ts";
import { databaseAgo } from "#db/clock.ts";
import { authKnownPlaces, authPasswordResets, authSessions } from "#db/schema/auth.ts";

/** Deletes the sessions and links that ended longer ago than `endedMs`, and the places that were not seen for `placesMs`, by the
 *  database's clock. Returns the number of sessions. */
export async function deleteEnded(args: { endedMs: number; placesMs: number }): Promise<number> {
  const ended = await db()
    .delete(authSessions)
    .where(lt(authSessions.expiresAt, databaseAgo(args.endedMs)))
    .returning({ id: authSessions.id });
  await db()
    .delete(authPasswordResets)
    .where(lt(authPasswordResets.expiresAt, databaseAgo(args.endedMs)));
  await db()
    .delete(authKnownPlaces)
    .where(lt(authKnownPlaces.seenAt, databaseAgo(args.placesMs)));
  return ended.length;
}
