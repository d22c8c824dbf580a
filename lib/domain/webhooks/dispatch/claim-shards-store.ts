// Claiming on Citus: it skips locked rows within one shard only, so endpoints with due deliveries are found on all shards without
// a lock, and then claimed shard by shard, each in a transaction of its own.

import { runPrepared } from "#db/client.ts";
import { acrossShards, readAcrossShards, unlessLost } from "#db/lost-nodes.ts";
import { exclusively } from "#db/prepared.ts";
import { shardOf } from "#db/shards.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { pickedSql } from "./claim-sql.ts";
import type { TakenDelivery } from "./prepare-deliveries.ts";

/** An endpoint with due deliveries, and the due time of the oldest. */
export type Queued = { accountId: Id<"acct">; endpointId: Id<"we">; oldest: Date };

/** $1 lowest and $2 highest delivery id, $3 status, $4 earliest due time, $5 now, $6 endpoint to begin after, $7 limit. */
const QUEUED = acrossShards(
  7,
  (to) => `
  select account_id as "accountId", endpoint_id as "endpointId", min(next_attempt_at) as oldest from deliveries d
   where id >= $1 and id < $2 and status = $3 and next_attempt_at >= $4 and next_attempt_at <= $5 and endpoint_id > $6${to("d")}
   group by account_id, endpoint_id order by endpoint_id limit $7`,
);

/** The next `limit` endpoints with due deliveries, in the order of their ids; those of a lost node are left out. Takes no lock. */
export async function findQueued(values: readonly unknown[], limit: number): Promise<Queued[]> {
  const parameters = [...values, limit];
  const found = await readAcrossShards<Queued>(runPrepared, "webhooks.queued", QUEUED, parameters);
  return found.sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1)).slice(0, limit);
}

/** As the part of `CLAIM` after `queued` (`claim-store.ts`), with the same parameters but for $9 and $10: accounts and endpoints.
 *  The accounts hold it to their shard. */
const CLAIM_HELD = `
  with headed as materialized (
    select q.account_id, q.endpoint_id,
           case when e.failing_since is null then $6::int else $7::int end - head.in_flight as room
      from unnest($9::text[], $10::text[]) as q (account_id, endpoint_id)
      join webhook_endpoints e on e.account_id = q.account_id and e.id = q.endpoint_id and e.account_id = any ($9::text[])
      cross join lateral (
        select (count(*) filter (where leased_until > $2))::int as in_flight
          from (
            (select leased_until from deliveries
              where id >= $8 and id < $12 and status = 'pending' and endpoint_id = q.endpoint_id
                and account_id = any ($9::text[]) and next_attempt_at >= $14 and next_attempt_at <= $2
              order by next_attempt_at, id limit 2 * $6)
            union all
            (select leased_until from deliveries
              where id >= $8 and id < $12 and status = 'retrying' and endpoint_id = q.endpoint_id
                and account_id = any ($9::text[]) and next_attempt_at >= $15 and next_attempt_at <= $2
              order by next_attempt_at, id limit 2 * $6)
          ) first
      ) head
  ),
  ${pickedSql("and account_id = any ($9::text[])")}
  update deliveries d set leased_until = $4, lease_id = $3
    from picked
   where d.ctid = picked.place and d.account_id = picked.account_id and d.id = picked.id
     and d.account_id = any ($9::text[]) and d.id >= $8 and d.id < $12
  returning d.account_id as "accountId", d.id, d.mode, d.event_id as "eventId", d.event_type as "eventType",
            d.endpoint_id as "endpointId", d.attempt_count as "attemptCount", d.ctid::text as place,
            picked.turn::int as turn, d.next_attempt_at as due`;

type Claimed = TakenDelivery & { turn: number; due: Date };

/** Claims up to `limit` deliveries of the found endpoints, shard by shard. Each shard has its share first, so that a long queue of one
 *  does not delay the others, and those with more get what is left. `lock` runs claims one after another; `valuesOf` makes the
 *  parameters for the next few of them. */
export async function claimQueued(
  lock: number,
  queued: readonly Queued[],
  limit: number,
  valuesOf: (own: readonly Queued[], limit: number, claimed: readonly TakenDelivery[]) => unknown[],
): Promise<TakenDelivery[]> {
  const claimed: TakenDelivery[] = [];
  let shards = [...Map.groupBy(queued, ({ accountId }) => shardOf(accountId)).values()];
  while (shards.length > 0 && claimed.length < limit) {
    const withMore: typeof shards = [];
    const round: Claimed[] = [];
    for (const [place, own] of shards.entries()) {
      const share = Math.ceil((limit - claimed.length - round.length) / (shards.length - place));
      if (share === 0) break;
      const values = valuesOf(own, share, [...claimed, ...round]);
      const claim = () =>
        exclusively(lock, (run) => run<Claimed>("webhooks.claim_held", CLAIM_HELD, values));
      const rows = await unlessLost(claim, []);
      round.push(...rows);
      if (rows.length === share) withMore.push(own);
    }
    round.sort((one, other) => one.turn - other.turn || one.due.getTime() - other.due.getTime());
    claimed.push(...round.map(({ turn, due, ...taken }) => taken));
    shards = withMore;
  }
  return claimed;
}
