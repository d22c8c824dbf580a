import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { runShared } from "#db/client.ts";
import { replays } from "#db/schema/replays.ts";
import type { Tx } from "#db/transact.ts";
import { HOUR_MS } from "#lib/kernel/clock.ts";
import { type Id, idLowerBound, idTimeMs } from "#lib/kernel/ids.ts";
import { iso, lowestOf } from "./chosen-store.ts";
import { oldestKeptMs } from "./history.ts";
import type { Replayable, SkipReason } from "./types.ts";

export type Job = Omit<typeof replays.$inferSelect, "statuses"> & { statuses: Replayable[] };
export type JobKey = Pick<Job, "accountId" | "id">;

/** $1 now, $2 the most of one account, $3 the most of all. Hops from account to account through the index, so the
 *  many replays of one account cost as much as its first ones. */
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

/** Replays that a worker should look at, the longest due first: one of each account, then the second of each, and
 *  so on. Takes no lock. */
export async function listDue(
  now: Date,
  { perAccount, most }: { perAccount: number; most: number },
): Promise<JobKey[]> {
  return await runShared<JobKey>("replays.due", DUE, [now, perAccount, most]);
}

/** Locks a replay that is due until the transaction ends; null when another worker has it. */
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
 * For the rest of the transaction: few rows are looked up by their keys among many, whatever the
 * statistics of a set that was filled a moment ago say. A hash of all of an account's deliveries, or
 * a compiled plan, would take longer than all the rest.
 */
export async function planForFewRows(tx: Tx): Promise<void> {
  await tx.execute(sql`
    select set_config(name, 'off', true)
      from unnest(array['enable_hashjoin', 'enable_mergejoin', 'enable_material', 'jit']) as name`);
}

/** Deliveries that were made for a replay are no older than it, but for clocks that differ. */
const madeSince = (job: JobKey) => idLowerBound("dlv", idTimeMs(job.id) - HOUR_MS);

/** A column that no index is to be looked for. */
const hidden = (column: SQL) => sql`(${column} || '')`;

const ofJob = (job: JobKey): SQL =>
  sql`i.account_id = ${job.accountId} and i.replay_id = ${job.id}`;

export type Settled = {
  endpointId: string;
  delivered: number;
  failed: number;
  skipped: number;
  /** Attempts that failed since the last look, also of those that are tried again. */
  failures: number;
  /** What most of those failures were; null without any. */
  cause: string | null;
  responseStatus: number | null;
};

/**
 * Takes over what became of the deliveries that were made: those that are over, and attempts that
 * failed on the way. Lets go of their claims.
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

/** Of what was handed to the queue and is not over: how much is new, and how much is held. */
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
 * Makes up to `allowed` replays per endpoint, the oldest deliveries first, in one statement. Skips
 * what has arrived meanwhile or is no longer kept; cancels retries still to come, which the replays
 * take the place of. What a worker has in its hands at this moment is left for later.
 *
 * What is canceled is told by its ids alone, no join and no other index in sight: while a day has no statistics, the
 * planner read all of an endpoint's deliveries once for each.
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
        from picked p join deliveries d
          on d.account_id = ${job.accountId} and d.id = p.delivery_id and d.id >= ${lowest}
         for update of d skip locked
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
      select ${job.accountId}, (${sql.param(ids)}::text[])[n], ${job.mode}, event_id, event_type,
             object_id, endpoint_id, 'pending', ${moment}, delivery_id, 'replay', ${moment}
        from numbered
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

/** Ends what still waits, of one endpoint or of all, without sending it; `sentToo`: also what was sent
 *  and is not over. Counts it in its lanes and answers how many per endpoint. Nothing is joined to the set, which may
 *  have no statistics yet: what keeps its claim is looked up in a hash, which `is not true` sees to. */
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

/** Makes due at once what was sent before and waits for another try, or was held by an endpoint that
 *  is enabled again. */
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
