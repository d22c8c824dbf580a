import { exclusively } from "#db/exclusively.ts";
import { DAY_MS } from "#lib/kernel/clock.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";

/** Any number, the same for every worker: whoever holds it is claiming. */
const CLAIM_LOCK = 7_340_003;

export type ClaimedRow = {
  accountId: Id<"acct">;
  id: Id<"dlv">;
  mode: "test" | "live";
  eventId: Id<"evt">;
  eventType: string;
  endpointId: Id<"we">;
  attemptCount: number;
  endpointStatus: "enabled" | "disabled";
  endpointDeleted: boolean;
  url: string;
  version: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretExpiresAt: Date | null;
};

/**
 * $1 status, $2 now, $3 lease id, $4 leased until, $5 limit, $6 cap per endpoint, $7 cap of an
 * endpoint that is failing, $8 lowest delivery id, $9 after which endpoint to begin, $10 at how many to
 * look, $11 which of them to pass over.
 *
 * `queued` hops from endpoint to endpoint through the queue's index, so a long backlog of one costs
 * the others nothing. Leased rows stay where they are, at the head of their endpoint's queue (they
 * were the oldest when they were claimed), so what is in flight is counted there.
 *
 * Rows are updated by account, endpoint and id, though two of them would do: of indexes that begin with
 * the account the planner may take any on a day's new partition, and each must lead straight to the row.
 */
const CLAIM = `
  with recursive queued (account_id, endpoint_id, place) as (
    (select account_id, endpoint_id, 1 from deliveries
      where id >= $8 and status = $1 and next_attempt_at is not null and endpoint_id > $9
      order by endpoint_id limit 1)
    union all
    select d.account_id, d.endpoint_id, q.place + 1
      from queued q
      cross join lateral (
        select account_id, endpoint_id from deliveries
         where id >= $8 and status = $1 and next_attempt_at is not null
           and endpoint_id > q.endpoint_id
         order by endpoint_id limit 1
      ) d
     where q.place < $10
  ),
  picked as materialized (
    select d.account_id, q.endpoint_id, d.id
      from queued q
      cross join lateral (
        select case when e.failing_since is null then $6::int else $7::int end as most
          from webhook_endpoints e where e.account_id = q.account_id and e.id = q.endpoint_id
      ) cap
      cross join lateral (
        select count(*)::int as n from (
          (select leased_until from deliveries
            where id >= $8 and status = 'pending' and endpoint_id = q.endpoint_id
              and next_attempt_at <= $2
            order by next_attempt_at, id limit 2 * $6)
          union all
          (select leased_until from deliveries
            where id >= $8 and status = 'retrying' and endpoint_id = q.endpoint_id
              and next_attempt_at <= $2
            order by next_attempt_at, id limit 2 * $6)
        ) head where leased_until > $2
      ) in_flight
      cross join lateral (
        select account_id, id, next_attempt_at from deliveries
         where id >= $8 and status = $1 and endpoint_id = q.endpoint_id
           and next_attempt_at <= $2 and (leased_until is null or leased_until <= $2)
         order by next_attempt_at, id
         limit greatest(cap.most - in_flight.n, 0)
         for update skip locked
      ) d
     where q.endpoint_id <> all($11::text[])
     order by d.next_attempt_at, d.id
     limit $5
  ),
  claimed as (
    update deliveries d set leased_until = $4, lease_id = $3
      from picked
     where d.account_id = picked.account_id and d.endpoint_id = picked.endpoint_id
       and d.id = picked.id and d.id >= $8
    returning d.account_id, d.id, d.mode, d.event_id, d.event_type, d.endpoint_id,
              d.attempt_count, d.next_attempt_at
  ),
  looked as (select max(endpoint_id) as at, count(endpoint_id)::int as n from queued)
  select looked.at as "lookedAt", looked.n as "lookedAtCount", c.account_id as "accountId", c.id, c.mode, c.event_id as "eventId",
         c.event_type as "eventType", c.endpoint_id as "endpointId",
         c.attempt_count as "attemptCount",
         e.status as "endpointStatus", e.deleted_at is not null as "endpointDeleted", e.url,
         e.version, e.secret, e.previous_secret as "previousSecret",
         e.previous_secret_expires_at as "previousSecretExpiresAt"
    from looked
    left join claimed c on true
    left join webhook_endpoints e on e.account_id = c.account_id and e.id = c.endpoint_id
   order by c.next_attempt_at, c.id`;

export type ClaimArgs = {
  status: "pending" | "retrying";
  now: Date;
  leaseId: string;
  leasedUntil: Date;
  limit: number;
  perEndpoint: number;
  perFailingEndpoint: number;
  /** Endpoints that the caller knows to have enough under way. */
  passOver: readonly Id<"we">[];
  /** How far back due rows are looked for; fewer days touch fewer partitions. */
  daysBack: number;
};

/** At how many endpoints one statement looks. An outage can leave something due at each of thousands. */
const ENDPOINTS_AT_ONCE = 256;

/** After which endpoint the next claim of this process begins. */
const beginAfter = { pending: "", retrying: "" };

type Looked = { lookedAt: Id<"we"> | null; lookedAtCount: number };

/**
 * Leases up to `limit` due deliveries at most `perEndpoint` in flight each, over all workers together:
 * claims run one after another. Skips rows that are being recorded. Looks at some endpoints after the
 * others, goes on where the last claim ended, and answers fewer than `limit` only when it has been
 * all around. Oldest first, of the endpoints it looks at together.
 */
export async function claim(args: ClaimArgs): Promise<ClaimedRow[]> {
  const { status, limit } = args;
  return await exclusively(CLAIM_LOCK, async (run) => {
    const claimed: ClaimedRow[] = [];
    let toTheEnd = beginAfter[status] === "" ? 1 : 2;
    while (toTheEnd > 0 && claimed.length < limit) {
      const values = claimValues(args, limit - claimed.length);
      const rows = await run<ClaimedRow & Looked>("webhooks.claim", CLAIM, values);
      const { lookedAt, lookedAtCount } = rows[0]!;
      claimed.push(...rows.filter(({ id }) => id !== null));
      const atEnd = lookedAtCount < ENDPOINTS_AT_ONCE;
      if (atEnd) toTheEnd--;
      beginAfter[status] = atEnd ? "" : lookedAt!;
    }
    return claimed;
  });
}

function claimValues(args: ClaimArgs, limit: number): unknown[] {
  return [
    args.status,
    args.now,
    args.leaseId,
    args.leasedUntil,
    limit,
    args.perEndpoint,
    args.perFailingEndpoint,
    idLowerBound("dlv", args.now.getTime() - args.daysBack * DAY_MS),
    beginAfter[args.status],
    ENDPOINTS_AT_ONCE,
    args.passOver,
  ];
}
