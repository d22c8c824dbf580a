import { runShared } from "#db/client.ts";
import { countSessions } from "#db/session.ts";
import { WORKERS_LOCK } from "./lanes-store.ts";

/** No more rows of a queue are counted, so that a long one costs no more than this. */
export const MOST_COUNTED = 10_000;

const NEW = `
  select count(*)::int as n
    from (select 1 from new_deliveries order by tx_id, id limit ${MOST_COUNTED}) q`;

/** The number of new deliveries, up to `MOST_COUNTED`. Takes no lock. */
export async function countNewDeliveries(): Promise<number> {
  return (await runShared<{ n: number }>("webhooks.count_new", NEW, []))[0]!.n;
}

export type QueueDepth = {
  /** The endpoint's last attempt failed. */
  failing: boolean;
  deliveries: number;
  /** How long the one that was due first has waited. */
  oldestSeconds: number;
};

// In the order of the queue's index, so that no more than these rows are read.
const QUEUED = `
  with queued as materialized (
    select account_id, endpoint_id, next_attempt_at from deliveries
     where status = 'pending' and next_attempt_at is not null
     order by endpoint_id, next_attempt_at, id limit ${MOST_COUNTED}
  ), by_endpoint as materialized (
    select account_id, endpoint_id, count(*)::int as n, min(next_attempt_at) as oldest
      from queued group by account_id, endpoint_id
  )
  select e.failing_since is not null as failing, sum(q.n)::int as deliveries,
         greatest(0, extract(epoch from clock_timestamp() - min(q.oldest)))::float8 as "oldestSeconds"
    from by_endpoint q
    join webhook_endpoints e on e.account_id = q.account_id and e.id = q.endpoint_id
   group by 1`;

/** First attempts that wait in the queue, up to `MOST_COUNTED` of them, apart for failing endpoints: those get fewer at a
 *  time, so their rows wait although nothing is wrong here. Takes no lock. */
export async function queueDepths(): Promise<QueueDepth[]> {
  return await runShared<QueueDepth>("webhooks.queue_depths", QUEUED, []);
}

const RETRYING = `
  select count(*)::int as n
    from (select 1 from deliveries
           where status = 'retrying' and next_attempt_at is not null
           order by endpoint_id, next_attempt_at, id limit ${MOST_COUNTED}) q`;

/** The number of deliveries that wait for their next attempt, up to `MOST_COUNTED`. Takes no lock. */
export async function countRetrying(): Promise<number> {
  return (await runShared<{ n: number }>("webhooks.count_retrying", RETRYING, []))[0]!.n;
}

/** The number of workers that send deliveries now. Takes no lock. */
export const countRunningWorkers = (): Promise<number> =>
  countSessions({ run: runShared }, WORKERS_LOCK);
