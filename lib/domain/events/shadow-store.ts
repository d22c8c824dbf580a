import { runPrepared } from "#db/client.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";

export type RecentEvent = { id: Id<"evt">; objectId: string; data: Record<string, unknown> };

const RECENT = `
  select id, object_id as "objectId", data
    from events
   where account_id = $1 and mode = $2 and id >= $3 and ($4::text is null or id < $4)
   order by id desc limit $5`;

/** What events hold, the newest first. Takes no lock. */
export async function listRecent(
  ctx: Context,
  { oldest, before }: { oldest: Id<"evt">; before: Id<"evt"> | null },
  limit: number,
): Promise<RecentEvent[]> {
  return await runPrepared<RecentEvent>("events.recent_data", RECENT, [
    ctx.accountId,
    ctx.mode,
    oldest,
    before,
    limit,
  ]);
}
