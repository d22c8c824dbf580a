import { and, eq, lte, sql } from "drizzle-orm";
import { knowShards, runShared } from "#db/client.ts";
import { acrossShards, readAcrossShards } from "#db/lost-nodes.ts";
import { replayLanes, replays } from "#db/schema/replays.ts";
import { isSharded } from "#db/shards.ts";
import type { Tx } from "#db/transact.ts";
import type { Replayable } from "#lib/kernel/vocabulary/webhooks.ts";

export type Job = Omit<typeof replays.$inferSelect, "statuses"> & { statuses: Replayable[] };
export type JobKey = Pick<Job, "accountId" | "id">;

/** $1 now, $2 limit per account, $3 limit. Skips from account to account in the index, so many replays of one account
 *  cost no more than its first ones. Citus does not recurse over several shards, and reads all due replays. */
const DUE = `
  with recursive waiting (account_id) as (
    (select account_id from replays where due_at is not null order by account_id limit 1)
    union all
    select next.account_id
      from waiting w
      cross join lateral (
        select account_id from replays
         where due_at is not null and account_id > w.account_id order by account_id limit 1
      ) next
  )
  select due.account_id as "accountId", due.id
    from waiting w
    cross join lateral (
      select account_id, id, due_at, row_number() over (order by due_at) as turn
        from replays
       where account_id = w.account_id and due_at <= $1 order by due_at limit $2
    ) due
   order by due.turn, due.due_at limit $3`;

const DUE_ON_SHARDS = acrossShards(
  3,
  (to) => `
  select account_id as "accountId", id
    from (select account_id, id, due_at, row_number() over (partition by account_id order by due_at) as turn
            from replays r where due_at <= $1${to("r")}) due
   where turn <= $2 order by turn, due_at limit $3`,
);

/** Due replays, longest due first: the first of each account, then the second of each, and so on. Takes no lock. */
export async function listDue(
  now: Date,
  { perAccount, most }: { perAccount: number; most: number },
): Promise<JobKey[]> {
  await knowShards();
  const values = [now, perAccount, most];
  return isSharded()
    ? await readAcrossShards(runShared, "replays.due", DUE_ON_SHARDS, values)
    : await runShared("replays.due", DUE, values);
}

/** Locks a due replay until the transaction ends; null when another worker has locked it or it is no longer due. */
export async function claim(tx: Tx, key: JobKey, now: Date): Promise<Job | null> {
  const [row] = await tx
    .select()
    .from(replays)
    .where(
      and(eq(replays.accountId, key.accountId), eq(replays.id, key.id), lte(replays.dueAt, now)),
    )
    .for("update", { skipLocked: true });
  return (row as Job | undefined) ?? null;
}

/**
 * Makes the planner look up rows by key for the rest of the transaction. A set that has just been filled has no
 * statistics, and hashing all deliveries of an account or compiling the plan would take longer than everything else.
 */
export async function planForFewRows(tx: Tx): Promise<void> {
  await tx.execute(sql`
    select set_config(name, 'off', true)
      from unnest(array['enable_hashjoin', 'enable_mergejoin', 'enable_material', 'jit']) as name`);
}

export type LaneRow = typeof replayLanes.$inferSelect;

export async function lanesOf(tx: Tx, job: JobKey): Promise<LaneRow[]> {
  return await tx
    .select()
    .from(replayLanes)
    .where(and(eq(replayLanes.accountId, job.accountId), eq(replayLanes.replayId, job.id)))
    .orderBy(replayLanes.endpointId);
}

/** An endpoint's URL and status, `deleted` included. */
export type EndpointState = { url: string; status: "enabled" | "disabled" | "deleted" };

export async function endpointStates(tx: Tx, job: JobKey): Promise<Map<string, EndpointState>> {
  const { rows } = await tx.execute<EndpointState & { id: string }>(sql`
    select e.id, e.url, case when e.deleted_at is null then e.status else 'deleted' end as status
      from replay_lanes l join webhook_endpoints e
        on e.account_id = l.account_id and e.id = l.endpoint_id
     where l.account_id = ${job.accountId} and l.replay_id = ${job.id}`);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** Updates lanes, except their total. */
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
