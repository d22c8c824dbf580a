import { sql } from "drizzle-orm";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Job } from "./advance-store.ts";
import { chosen, WAS } from "./chosen-store.ts";

/**
 * Takes the next `limit` deliveries of a replay's selection into its set, after the last one looked
 * at. Of those that another unfinished replay sends already an item is kept that says so. Answers the
 * last delivery taken, or null when there was none left.
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
    items as (
      insert into replay_items (account_id, replay_id, delivery_id, event_id, event_type,
                                endpoint_id, was, state, reason, ended_at)
      select ${job.accountId}, ${job.id}, c.id, c.event_id, c.event_type, c.endpoint_id, c.was,
             case when l.event_id is null then 'skipped' else 'waiting' end,
             case when l.event_id is null then 'other_replay' end,
             case when l.event_id is null then now() end
        from candidates c left join claimed l
          on l.event_id = c.event_id and l.endpoint_id = c.endpoint_id
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
