import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#db/transact.ts";
import { HISTORY_DAYS } from "#lib/domain/events/index.ts";
import { DAY_MS, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { type Id, idLowerBound, idTimeMs } from "#lib/kernel/ids.ts";
import type { Job, JobKey } from "./job-store.ts";
import { iso, lowestOf } from "./selection-store.ts";
import type { SkipReason } from "./types.ts";

/** Deliveries made before this time are no longer kept. */
export function oldestKeptMs(): number {
  return nowMs() - HISTORY_DAYS * DAY_MS;
}

/** The smallest id of a delivery made for a replay, with an hour's allowance for differing clocks. */
const madeSince = (job: JobKey) => idLowerBound("dlv", idTimeMs(job.id) - HOUR_MS);

/** Keeps the planner from using an index on this column. */
const hidden = (column: SQL) => sql`(${column} || '')`;

const ofJob = (job: JobKey): SQL =>
  sql`i.account_id = ${job.accountId} and i.replay_id = ${job.id}`;

export type Settled = {
  endpointId: string;
  delivered: number;
  failed: number;
  skipped: number;
  /** Attempts that failed since the last step, retried ones included. */
  failures: number;
  /** The most frequent cause of those failures; null without any. */
  cause: string | null;
  responseStatus: number | null;
};

/**
 * Copies the outcomes of sent deliveries into their items: finished ones and failed attempts. Deletes the claims of
 * finished items.
 */
export async function settle(tx: Tx, job: JobKey, now: Date): Promise<Map<string, Settled>> {
  const { rows } = await tx.execute<Settled>(sql`
    with news as materialized (
      select i.delivery_id, d.status, coalesce(d.attempt_count, i.attempts_seen) as attempts,
             d.last_response_status as code, d.last_failure_cause as cause,
             greatest(coalesce(d.attempt_count, 0) - i.attempts_seen
                      - case when d.status = 'delivered' then 1 else 0 end, 0) as failures
        from replay_items i left join deliveries d
          on d.account_id = i.account_id and d.id = i.replay_delivery_id
         and d.id >= ${madeSince(job)}
       where ${ofJob(job)} and i.state = 'sent'
         and (d.id is null or d.status in ('delivered', 'failed', 'canceled')
              or d.attempt_count > i.attempts_seen)
    ),
    moved as (
      update replay_items i
         set state = case when n.status in ('delivered', 'failed') then n.status
                          when n.status = 'canceled' or n.status is null then 'skipped'
                          else i.state end,
             reason = case when n.status is null then 'expired'
                           when n.status = 'canceled' then 'superseded'
                           when n.status <> 'delivered' then n.cause end,
             attempts_seen = n.attempts,
             response_status = n.code,
             ended_at = case when n.status is null or n.status in ('delivered', 'failed', 'canceled')
                             then ${iso(now)}::timestamptz end
        from news n
       where ${ofJob(job)} and i.delivery_id = n.delivery_id
      returning i.endpoint_id, i.event_id, i.state, n.failures, n.cause, n.code
    ),
    freed as (
      delete from replay_claims c using moved m
       where m.state <> 'sent' and c.account_id = ${job.accountId} and c.event_id = m.event_id
         and c.endpoint_id = m.endpoint_id and c.replay_id = ${job.id}
    )
    select endpoint_id as "endpointId",
           (count(*) filter (where state = 'delivered'))::int as delivered,
           (count(*) filter (where state = 'failed'))::int as failed,
           (count(*) filter (where state = 'skipped'))::int as skipped,
           sum(failures)::int as failures,
           mode() within group (order by cause) filter (where failures > 0) as cause,
           mode() within group (order by code) filter (where failures > 0) as "responseStatus"
      from moved group by endpoint_id`);
  return new Map(rows.map((row) => [row.endpointId, row]));
}

export type OnTheWay = { endpointId: string; untried: number; held: number };

/** Per endpoint, the queued deliveries of a replay without an attempt and the held ones. */
export async function onTheWay(tx: Tx, job: JobKey): Promise<Map<string, OnTheWay>> {
  const { rows } = await tx.execute<OnTheWay>(sql`
    select i.endpoint_id as "endpointId",
           (count(*) filter (where d.status = 'pending'))::int as untried,
           (count(*) filter (where d.status = 'held'))::int as held
      from replay_items i join deliveries d
        on d.account_id = i.account_id and d.id = i.replay_delivery_id
       and d.id >= ${madeSince(job)}
     where ${ofJob(job)} and i.state = 'sent' group by 1`);
  return new Map(rows.map((row) => [row.endpointId, row]));
}

export type Released = { endpointId: string; sent: number; skipped: number };

/**
 * Creates up to `allowed` replay deliveries per endpoint, oldest originals first, in one statement. Skips originals
 * that have arrived in the meantime or are no longer kept; cancels the retries that a replay replaces. Leaves leased and
 * locked originals for a later step.
 *
 * The account comes from a table of its shard, because Citus would copy the rows from the coordinator otherwise.
 *
 * Rows are found by id only, without a join or another index: without statistics on a partition, the planner
 * read all deliveries of an endpoint for each row, and Citus cannot read rows that were locked in a join.
 */
export async function release(
  tx: Tx,
  job: Job,
  allowed: ReadonlyArray<{ endpointId: string; count: number }>,
  ids: ReadonlyArray<Id<"dlv">>,
  now: Date,
): Promise<Released[]> {
  const moment = sql`${iso(now)}::timestamptz`;
  const lowest = lowestOf(job);
  const unleased = sql`(d.leased_until is null or d.leased_until <= ${moment})`;
  const { rows } = await tx.execute<Released>(sql`
    with picked as materialized (
      select i.delivery_id, i.event_id, i.event_type, i.endpoint_id, i.was
        from unnest(${sql.param(allowed.map((each) => each.endpointId))}::text[],
                    ${sql.param(allowed.map((each) => each.count))}::int[])
          as lane (endpoint_id, allowed)
       cross join lateral (
         select * from replay_items i
          where ${ofJob(job)} and i.endpoint_id = lane.endpoint_id and i.state = 'waiting'
          order by i.delivery_id limit lane.allowed) i
    ),
    original as materialized (
      select d.id, d.object_id, d.status, d.leased_until
        from deliveries d
       where d.account_id = ${job.accountId} and d.id >= ${lowest}
         and d.id = any (array(select delivery_id from picked))
         for update skip locked
    ),
    judged as materialized (
      select p.*, o.object_id,
             case when p.delivery_id < ${idLowerBound("dlv", oldestKeptMs())} or e.id is null
                    then 'expired'
                  when p.was <> 'delivered' and (o.status = 'delivered' or s.arrived)
                    then 'succeeded_meanwhile'
                  when o.id is null or o.status = 'pending' or o.leased_until > ${moment} or s.busy
                    then 'later'
                  else 'send' end as verdict,
             array_append(s.tried, p.delivery_id) as replaced
        from picked p
        left join original o on o.id = p.delivery_id
        left join events e on e.account_id = ${job.accountId} and e.id = p.event_id
        left join lateral (
          select bool_or(d.status = 'delivered') as arrived,
                 bool_or(d.status = 'pending' or d.leased_until > ${moment}) as busy,
                 array_agg(d.id) filter (where d.status in ('retrying', 'held')) as tried
            from deliveries d
           where d.account_id = ${job.accountId} and d.event_id = p.event_id
             and d.endpoint_id = p.endpoint_id and d.replay_of is not null
             and d.id > p.delivery_id and d.id >= ${lowest}) s on true
    ),
    superseded as (
      update deliveries d
         set status = 'canceled', next_attempt_at = null, finished_at = ${moment}
       where d.account_id = ${job.accountId} and d.id >= ${lowest}
         and d.id = any((select array_agg(id) from judged j, unnest(j.replaced) as id
                          where j.verdict = 'send')::text[])
         and ${hidden(sql`d.status`)} in ('retrying', 'held') and ${unleased}
    ),
    numbered as (
      select j.*, (row_number() over (order by j.delivery_id))::int as n from judged j
       where j.verdict = 'send'
    ),
    made as (
      insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id,
                              status, next_attempt_at, replay_of, origin, created_at)
      select home.account_id, (${sql.param(ids)}::text[])[n.n], ${job.mode}, n.event_id, n.event_type,
             n.object_id, n.endpoint_id, 'pending', ${moment}, n.delivery_id, 'replay', ${moment}
        from (select account_id from account_homes where account_id = ${job.accountId}) home
       cross join numbered n
    ),
    sent as (
      update replay_items i set state = 'sent', replay_delivery_id = (${sql.param(ids)}::text[])[n.n]
        from numbered n where ${ofJob(job)} and i.delivery_id = n.delivery_id
    ),
    skipped as (
      update replay_items i set state = 'skipped', reason = j.verdict, ended_at = ${moment}
        from judged j
       where ${ofJob(job)} and i.delivery_id = j.delivery_id
         and j.verdict in ('expired', 'succeeded_meanwhile')
      returning i.event_id, i.endpoint_id
    ),
    freed as (
      delete from replay_claims c using skipped s
       where c.account_id = ${job.accountId} and c.event_id = s.event_id
         and c.endpoint_id = s.endpoint_id and c.replay_id = ${job.id}
    )
    select endpoint_id as "endpointId", (count(*) filter (where verdict = 'send'))::int as sent,
           (count(*) filter (where verdict in ('expired', 'succeeded_meanwhile')))::int as skipped
      from judged group by 1`);
  return rows;
}

/** Skips the waiting items of one endpoint or of all; with `sentToo`, also sent items that are not finished. Updates the
 *  lanes and returns the number per endpoint. The set may have no statistics yet, so nothing is joined to it: `is not
 *  true` makes the planner use a hashed subquery. */
export async function skipUnfinished(
  tx: Tx,
  job: JobKey,
  reason: SkipReason,
  now: Date,
  { endpointId, sentToo = false }: { endpointId?: string; sentToo?: boolean } = {},
): Promise<Map<string, number>> {
  const only = endpointId === undefined ? sql`true` : sql`endpoint_id = ${endpointId}`;
  const skip = (state: "waiting" | "sent") => sql`
      update replay_items i set state = 'skipped', reason = ${reason},
                                ended_at = ${iso(now)}::timestamptz
       where ${ofJob(job)} and i.state = ${state} and ${only}
      returning i.event_id, i.endpoint_id`;
  const unsent = sentToo
    ? sql`true`
    : sql`((c.event_id, c.endpoint_id) in (select i.event_id, i.endpoint_id from replay_items i
                                            where ${ofJob(job)} and i.state = 'sent')) is not true`;
  const { rows } = await tx.execute<{ endpointId: string; n: number }>(sql`
    with waiting as (${skip("waiting")}),
    sent as (${sentToo ? skip("sent") : sql`select event_id, endpoint_id from waiting where false`}),
    skipped as (select *, 0 as sent from waiting union all select *, 1 from sent),
    freed as (
      delete from replay_claims c
       where c.account_id = ${job.accountId} and c.replay_id = ${job.id} and ${only} and ${unsent}
    ),
    counted as (
      select endpoint_id, count(*)::int as n, sum(sent)::int as sent from skipped group by 1
    ),
    lanes as (
      update replay_lanes l set skipped = l.skipped + c.n, sent = l.sent - c.sent from counted c
       where l.account_id = ${job.accountId} and l.replay_id = ${job.id}
         and l.endpoint_id = c.endpoint_id
    )
    select endpoint_id as "endpointId", n from counted`);
  return new Map(rows.map((row) => [row.endpointId, row.n]));
}

/** Makes the unfinished deliveries of a replay due now: retrying ones, and held ones whose endpoint is enabled again. */
export async function makeDueNow(tx: Tx, job: JobKey, now: Date): Promise<void> {
  const moment = sql`${iso(now)}::timestamptz`;
  await tx.execute(sql`
    update deliveries d
       set next_attempt_at = ${moment},
           status = case when d.attempt_count = 0 then 'pending' else 'retrying' end
      from replay_items i, webhook_endpoints e
     where ${ofJob(job)} and i.state = 'sent'
       and d.account_id = i.account_id and d.id = i.replay_delivery_id
       and e.account_id = d.account_id and e.id = d.endpoint_id and e.status = 'enabled'
       and d.status in ('retrying', 'held')
       and (d.leased_until is null or d.leased_until <= ${moment})`);
}
