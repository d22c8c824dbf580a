import { knowShards } from "#db/client.ts";
import { areNodesLost } from "#db/lost-nodes.ts";
import { exclusively } from "#db/prepared.ts";
import { isSharded } from "#db/shards.ts";
import { DAY_MS, dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import type { ClaimedStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import { claimQueued, findQueued } from "./claim-shards-store.ts";
import { pickedSql } from "./claim-sql.ts";
import type { TakenDelivery } from "./prepare-deliveries.ts";

/** Advisory lock of claiming, the same in every worker. */
const CLAIM_LOCK = 7_340_003;

/**
 * $1 status, $2 now, $3 lease id, $4 leased until, $5 limit, $6 cap per endpoint, $7 cap per failing endpoint,
 * $8 lowest delivery id, $9 endpoint to begin after, $10 endpoints to look at, $11 endpoints to skip, $12 first
 * delivery id that is too new (the planner skips later partitions). $13, $14, $15 earliest due time of this
 * status, of pending and of retrying deliveries: a delivered row leaves a dead entry at the head of the queue's
 * index until the next vacuum, and these bounds skip it. $16 accounts with deliveries in flight in this process,
 * $17 how many more each of them may have, $18 how many any other account may have.
 *
 * `queued` skips from endpoint to endpoint in the queue's index, so a long backlog of one endpoint costs the
 * others nothing. Accounts take turns: the first due delivery of each account comes before the second of any, so
 * an account with many endpoints and a long backlog does not delay another. Leased rows stay at the head of their
 * endpoint's queue (they were the oldest when claimed), so deliveries in flight are counted there.
 *
 * Rows are updated by ctid, which is stable because they are locked. By key, a plan made while a partition was
 * empty read the whole partition for each row.
 */
const CLAIM = `
  with recursive queued (account_id, endpoint_id, place) as (
    (select account_id, endpoint_id, 1 from deliveries
      where id >= $8 and id < $12 and status = $1 and next_attempt_at >= $13 and endpoint_id > $9
      order by endpoint_id limit 1)
    union all
    select d.account_id, d.endpoint_id, q.place + 1
      from queued q
      cross join lateral (
        select account_id, endpoint_id from deliveries
         where id >= $8 and id < $12 and status = $1 and next_attempt_at >= $13
           and endpoint_id > q.endpoint_id
         order by endpoint_id limit 1
      ) d
     where q.place < $10
  ),
  headed as materialized (
    select q.account_id, q.endpoint_id, head.oldest,
           case when e.failing_since is null then $6::int else $7::int end - head.in_flight as room
      from queued q
      join webhook_endpoints e on e.account_id = q.account_id and e.id = q.endpoint_id
      cross join lateral (
        select min(next_attempt_at) filter (where status = $1) as oldest,
               (count(*) filter (where leased_until > $2))::int as in_flight
          from (
            (select status, next_attempt_at, leased_until from deliveries
              where id >= $8 and id < $12 and status = 'pending' and endpoint_id = q.endpoint_id
                and next_attempt_at >= $14 and next_attempt_at <= $2
              order by next_attempt_at, id limit 2 * $6)
            union all
            (select status, next_attempt_at, leased_until from deliveries
              where id >= $8 and id < $12 and status = 'retrying' and endpoint_id = q.endpoint_id
                and next_attempt_at >= $15 and next_attempt_at <= $2
              order by next_attempt_at, id limit 2 * $6)
          ) first
      ) head
  ),
  ${pickedSql()},
  claimed as (
    update deliveries d set leased_until = $4, lease_id = $3
      from picked
     where d.ctid = picked.place and d.account_id = picked.account_id and d.id = picked.id
       and d.id >= $8 and d.id < $12
    returning d.account_id, d.id, d.mode, d.event_id, d.event_type, d.endpoint_id,
              d.attempt_count, d.next_attempt_at, d.ctid as place, picked.turn
  ),
  looked as (
    select max(endpoint_id) as at, count(endpoint_id)::int as n,
           (select min(oldest) from headed) as oldest
      from queued)
  select looked.at as "lookedAt", looked.n as "lookedAtCount", looked.oldest, c.account_id as "accountId", c.id, c.mode, c.event_id as "eventId",
         c.event_type as "eventType", c.endpoint_id as "endpointId",
         c.attempt_count as "attemptCount", c.place::text as place
    from looked
    left join claimed c on true
   order by c.turn, c.next_attempt_at, c.id`;

export type ClaimArgs = {
  status: ClaimedStatus;
  now: Date;
  leaseId: string;
  leasedUntil: Date;
  limit: number;
  perEndpoint: number;
  perFailingEndpoint: number;
  /** Endpoints that already have enough deliveries in flight in this process. */
  passOver: readonly Id<"we">[];
  /** Deliveries that one account may have in flight in this process, and has. */
  accounts: { most: number; underWay: ReadonlyMap<Id<"acct">, number> };
  /** Searches every partition and due time; otherwise only the latest days, from `place.dueSince` on. */
  whole: boolean;
  place: QueuePlace;
};

type Queue = ClaimArgs["status"];

/** A worker's position in the queues. Each claim advances it. */
export type QueuePlace = {
  /** The endpoint after which the next claim begins. */
  beginAfter: Record<Queue, string>;
  /** The earliest due time that the last whole search found, or `UNCOMMITTED_MS` before that search when this is
   *  earlier; null before the first whole search. */
  dueSince: Record<Queue, Date | null>;
};

export function newQueuePlace(): QueuePlace {
  return {
    beginAfter: { pending: "", retrying: "" },
    dueSince: { pending: null, retrying: null },
  };
}

/** Endpoints per statement. After an outage thousands of endpoints can have due deliveries. */
const ENDPOINTS_AT_ONCE = 256;

/** A usual claim searches one day back and one ahead, which touches few partitions. */
const USUAL_MS = DAY_MS;
/** Ids of every day: a whole search also finds deliveries made by a process with a wrong clock. */
const ALL_IDS = ["dlv_", "dlv_~"] as const;

/** A transaction that makes a delivery due commits within this time, and clocks differ by less. The next whole
 *  search finds exceptions. */
const UNCOMMITTED_MS = MINUTE_MS;

type Looked = { lookedAt: Id<"we"> | null; lookedAtCount: number; oldest: Date | null };

/**
 * Leases up to `limit` due deliveries with at most `perEndpoint` in flight per endpoint over all workers: an
 * advisory lock runs claims one after another. Skips locked rows. Looks at `ENDPOINTS_AT_ONCE` endpoints per
 * statement, starts where the last claim ended and returns fewer than `limit` only after it has looked at
 * every endpoint. Accounts take turns, oldest delivery first, within one statement.
 */
export async function claim(args: ClaimArgs): Promise<TakenDelivery[]> {
  await knowShards();
  return isSharded() ? await claimOnShards(args) : await claimAll(args);
}

async function claimAll(args: ClaimArgs): Promise<TakenDelivery[]> {
  const { status, limit, place } = args;
  return await exclusively(CLAIM_LOCK, async (run) => {
    const claimed: TakenDelivery[] = [];
    let toTheEnd = place.beginAfter[status] === "" ? 1 : 2;
    let oldestMs = args.now.getTime() - UNCOMMITTED_MS;
    while (toTheEnd > 0 && claimed.length < limit) {
      const values = claimValues(args, limit - claimed.length, claimed);
      const rows = await run<TakenDelivery & Looked>("webhooks.claim", CLAIM, values);
      const { lookedAt, lookedAtCount, oldest } = rows[0]!;
      claimed.push(...rows.filter(({ id }) => id !== null));
      if (oldest && oldest.getTime() < oldestMs) oldestMs = oldest.getTime();
      const atEnd = lookedAtCount < ENDPOINTS_AT_ONCE;
      if (atEnd) toTheEnd--;
      place.beginAfter[status] = atEnd ? "" : lookedAt!;
    }
    if (args.whole && toTheEnd === 0) place.dueSince[status] = dateFromMs(oldestMs);
    return claimed;
  });
}

/** The same on Citus (`claim-shards-store.ts`). */
async function claimOnShards(args: ClaimArgs): Promise<TakenDelivery[]> {
  const { status, limit, place, now } = args;
  const claimed: TakenDelivery[] = [];
  let toTheEnd = place.beginAfter[status] === "" ? 1 : 2;
  let oldestMs = now.getTime() - UNCOMMITTED_MS;
  while (toTheEnd > 0 && claimed.length < limit) {
    const [fromId, toId] = idsOf(args);
    const since = sinceOf(args, status);
    const from = place.beginAfter[status];
    const queued = await findQueued([fromId, toId, status, since, now, from], ENDPOINTS_AT_ONCE);
    const valuesOf: Parameters<typeof claimQueued>[3] = (own, most, before) => {
      const values = claimValues(args, most, [...claimed, ...before]);
      values[8] = own.map(({ accountId }) => accountId);
      values[9] = own.map(({ endpointId }) => endpointId);
      return values;
    };
    claimed.push(...(await claimQueued(CLAIM_LOCK, queued, limit - claimed.length, valuesOf)));
    for (const { oldest } of queued) oldestMs = Math.min(oldestMs, oldest.getTime());
    const atEnd = queued.length < ENDPOINTS_AT_ONCE;
    if (atEnd) toTheEnd--;
    place.beginAfter[status] = atEnd ? "" : queued.at(-1)!.endpointId;
  }
  // A lost node may have older ones.
  const isWhole = args.whole && toTheEnd === 0 && !areNodesLost();
  if (isWhole) place.dueSince[status] = dateFromMs(oldestMs);
  return claimed;
}

function idsOf({ now, whole }: ClaimArgs): readonly [string, string] {
  const bound = (ms: number) => idLowerBound("dlv", now.getTime() + ms);
  return whole ? ALL_IDS : [bound(-USUAL_MS), bound(USUAL_MS)];
}

const sinceOf = ({ whole, place }: ClaimArgs, queue: Queue) =>
  (whole ? null : place.dueSince[queue]) ?? "-infinity";

function claimValues(args: ClaimArgs, limit: number, claimed: readonly TakenDelivery[]): unknown[] {
  const { status, now, place, accounts } = args;
  const busy = new Map(accounts.underWay);
  for (const { accountId } of claimed) busy.set(accountId, (busy.get(accountId) ?? 0) + 1);
  const [fromId, toId] = idsOf(args);
  const since = (queue: Queue) => sinceOf(args, queue);
  return [
    status,
    now,
    args.leaseId,
    args.leasedUntil,
    limit,
    args.perEndpoint,
    args.perFailingEndpoint,
    fromId,
    place.beginAfter[status],
    ENDPOINTS_AT_ONCE,
    args.passOver,
    toId,
    since(status),
    since("pending"),
    since("retrying"),
    [...busy.keys()],
    [...busy.values()].map((count) => accounts.most - count),
    accounts.most,
  ];
}
