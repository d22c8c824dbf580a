import { sql } from "drizzle-orm";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Job } from "./advance-store.ts";
import { chosen, WAS } from "./chosen-store.ts";

/**
 * Takes the next `limit` deliveries of a replay's selection into its set, after the last one looked
 * at. Of those that another unfinished replay sends already an item is kept that says so. Answers the
 * last delivery taken, or null when there was none left. What was claimed is looked up in a hash: joined, each of
 * thousands was held against each, since days that have just filled have no statistics.
 */
export async function freezeSome(tx: Tx, job: Job, limit: number): Promise<Id<"dlv"> | null> {
  const { rows } = await tx.execute<{ through: Id<"dlv"> | null }>(sql`
    with candidates as materialized (
      select d.id, d.event_id, d.event_type, d.endpoint_id, ${WAS} as was
        from deliveries d
       where ${chosen(job, job, job.createdAt)} and d.id > ${job.frozenThrough ?? ""}
       order by d.id limit ${limit}
    ),
    claimed as (
      insert into replay_claims (account_id, event_id, endpoint_id, replay_id)
      select ${job.accountId}, event_id, endpoint_id, ${job.id} from candidates order by id
      on conflict do nothing
      returning event_id, endpoint_id
    ),
    judged as materialized (
      select *, (event_id, endpoint_id) in (select event_id, endpoint_id from claimed) as ours
        from candidates
    ),
    items as (
      insert into replay_items (account_id, replay_id, delivery_id, event_id, event_type,
                                endpoint_id, was, state, reason, ended_at)
      select ${job.accountId}, ${job.id}, id, event_id, event_type, endpoint_id, was,
             case when ours then 'waiting' else 'skipped' end,
             case when not ours then 'other_replay' end,
             case when not ours then now() end
        from judged
      returning endpoint_id, state
    ),
    lanes as (
      insert into replay_lanes as lane (account_id, replay_id, endpoint_id, total, skipped)
      select ${job.accountId}, ${job.id}, endpoint_id, count(*),
             count(*) filter (where state = 'skipped')
        from items group by endpoint_id
      on conflict (account_id, replay_id, endpoint_id) do update
        set total = lane.total + excluded.total, skipped = lane.skipped + excluded.skipped
    )
    select max(id) as through from candidates`);
  return rows[0]?.through ?? null;
}

/** Tells the planner how much there is in a set, once it is whole: left to itself the database counts minutes later, and
 *  until then holds every item against each that is sent. */
export async function countForPlans(tx: Tx, job: Job): Promise<void> {
  const { rows } = await tx.execute<{ day: string }>(sql`
    select tableoid::regclass::text as day from replay_items
     where account_id = ${job.accountId} and replay_id = ${job.id} limit 1`);
  if (rows[0]) await tx.execute(sql`select analyze_replay_items(${rows[0].day})`);
}
