import { and, asc, desc, eq, gt, inArray, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { replayItems } from "#db/schema/replays.ts";
import type { Page, PageRequest } from "#lib/kernel/page.ts";
import type { ItemOutcome } from "#lib/kernel/vocabulary/webhooks.ts";
import type { Replay, ReplayItem } from "./types.ts";

const i = replayItems;

const shown = {
  deliveryId: i.deliveryId,
  eventId: i.eventId,
  eventType: i.eventType,
  endpointId: i.endpointId,
  outcome: i.state,
  reason: i.reason,
  replayDeliveryId: i.replayDeliveryId,
  responseStatus: i.responseStatus,
  endedAt: i.endedAt,
};

const ofReplay = (replay: Pick<Replay, "accountId" | "id">) =>
  and(eq(i.accountId, replay.accountId), eq(i.replayId, replay.id));

/** One page of a replay's items, newest delivery first. Takes no lock. */
export async function list(
  replay: Replay,
  request: PageRequest & { outcome?: ItemOutcome | undefined },
): Promise<Page<ReplayItem>> {
  const k = keyset(i.deliveryId, request);
  const rows = await db()
    .select({ ...shown, id: i.deliveryId })
    .from(i)
    .where(
      and(ofReplay(replay), request.outcome ? eq(i.state, request.outcome) : undefined, k.where),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return pageOf(rows, request);
}

/** Whether a delivery is in a replay's set. */
export async function has(replay: Replay, deliveryId: string): Promise<boolean> {
  const rows = await db()
    .select({ id: i.deliveryId })
    .from(i)
    .where(and(ofReplay(replay), sql`${i.deliveryId} = ${deliveryId}`));
  return rows.length > 0;
}

/** The next items in the order of their deliveries, to read all of them in batches. Takes no lock. */
export async function next(replay: Replay, after: string, limit: number): Promise<ReplayItem[]> {
  return await db()
    .select(shown)
    .from(i)
    .where(and(ofReplay(replay), gt(i.deliveryId, sql`${after}`)))
    .orderBy(asc(i.deliveryId))
    .limit(limit);
}

export type CauseCount = {
  /** `retrying`: failed so far and still to be retried. */
  outcome: "retrying" | "failed" | "skipped";
  reason: string | null;
  responseStatus: number | null;
  count: number;
};

/** Why items are not delivered (yet), most frequent first. Takes no lock. */
export async function causes(replay: Replay): Promise<CauseCount[]> {
  const outcome = sql<
    CauseCount["outcome"]
  >`case ${i.state} when 'sent' then 'retrying' else ${i.state} end`;
  return await db()
    .select({
      outcome,
      reason: i.reason,
      responseStatus: i.responseStatus,
      count: sql<number>`count(*)::int`,
    })
    .from(i)
    .where(
      and(
        ofReplay(replay),
        or(
          inArray(i.state, ["failed", "skipped"]),
          and(eq(i.state, "sent"), gt(i.attemptsSeen, 0)),
        ),
      ),
    )
    .groupBy(i.state, i.reason, i.responseStatus)
    .orderBy(desc(sql`count(*)`));
}
