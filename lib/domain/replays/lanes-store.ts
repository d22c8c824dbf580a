import { and, eq, sql } from "drizzle-orm";
import { replayLanes } from "#db/schema/replays.ts";
import type { Tx } from "#db/transact.ts";
import type { JobKey } from "./advance-store.ts";

export type LaneRow = typeof replayLanes.$inferSelect;

export async function lanesOf(tx: Tx, job: JobKey): Promise<LaneRow[]> {
  return await tx
    .select()
    .from(replayLanes)
    .where(and(eq(replayLanes.accountId, job.accountId), eq(replayLanes.replayId, job.id)))
    .orderBy(replayLanes.endpointId);
}

/** How an endpoint stands: `deleted` for one that is gone. */
export type EndpointState = { url: string; status: "enabled" | "disabled" | "deleted" };

export async function endpointStates(tx: Tx, job: JobKey): Promise<Map<string, EndpointState>> {
  const { rows } = await tx.execute<EndpointState & { id: string }>(sql`
    select e.id, e.url, case when e.deleted_at is null then e.status else 'deleted' end as status
      from replay_lanes l join webhook_endpoints e
        on e.account_id = l.account_id and e.id = l.endpoint_id
     where l.account_id = ${job.accountId} and l.replay_id = ${job.id}`);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** Writes lanes back as they now stand. */
export async function saveLanes(tx: Tx, lanes: readonly LaneRow[]): Promise<void> {
  for (const { accountId, replayId, endpointId, total: _, ...changes } of lanes) {
    await tx
      .update(replayLanes)
      .set(changes)
      .where(
        and(
          eq(replayLanes.accountId, accountId),
          eq(replayLanes.replayId, replayId),
          eq(replayLanes.endpointId, endpointId),
        ),
      );
  }
}
