import { perShard, runShared } from "#db/client.ts";
import { isSharded, shardOf, textOf } from "#db/shards.ts";
import type { StoredEvent } from "#lib/domain/events/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { shardSql } from "#lib/kernel/shard-sql.ts";
import type { EndpointStatus } from "#lib/kernel/vocabulary/webhooks.ts";

/** The part of the database that has a delivery: on Citus its shard. */
export const partOf = ({ accountId }: { accountId: Id<"acct"> }): number => shardOf(accountId);

/** Whether there are several parts: then a look for work asks all of them. */
export const areParted = isSharded;

/** Fields of an endpoint that an attempt needs. */
export type Receiver = {
  id: Id<"we">;
  status: EndpointStatus;
  deleted: boolean;
  /** Its last attempt failed. */
  failing: boolean;
  url: string;
  version: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretExpiresAt: Date | null;
  headers: Buffer | null;
};

const RECEIVERS = shardSql(
  (held) => `
  select e.id, e.status, e.deleted_at is not null as deleted, e.failing_since is not null as failing,
         e.url, e.version, e.secret, e.previous_secret as "previousSecret",
         e.previous_secret_expires_at as "previousSecretExpiresAt", e.headers
    from unnest($1::text[], $2::text[]) as g (account_id, endpoint_id)
    join webhook_endpoints e on e.account_id = g.account_id${held.to("e")} and e.id = g.endpoint_id`,
);

/** The endpoints of the given deliveries as they are now, by id. Takes no lock. */
export async function findReceivers(
  deliveries: ReadonlyArray<{ accountId: Id<"acct">; endpointId: Id<"we"> }>,
): Promise<Map<Id<"we">, Receiver>> {
  const endpoints = new Map(deliveries.map((each) => [each.endpointId, each]));
  const found = await perShard([...endpoints.values()], (own) =>
    runShared<Receiver>("webhooks.receivers", textOf(RECEIVERS), [
      own.map(({ accountId }) => accountId),
      own.map(({ endpointId }) => endpointId),
    ]),
  );
  return new Map(found.flat().map((row) => [row.id, row]));
}

export type BodyKey = { accountId: Id<"acct">; eventId: Id<"evt">; version: string };

/** The event and its body in one version, as far as they are stored. */
export type Known = {
  /** Null until the first attempt in this version is recorded. */
  body: string | null;
  /** Null after 30 days: a held or replayed delivery may outlive its event. Without data when there is a body. */
  event: StoredEvent | null;
};

// $4 and $5 are the first and last event id, so the planner skips other partitions. `limit 1` makes it look up
// each event by its key; as a join it read all events between the two ids for each row.
const FIND = shardSql(
  (held) => `
  select b.body, v.id, v.type, v.version, v.mode, v.object_id as "objectId", v.account_id as "accountId",
         v.request_id as "requestId", v.created_at as "createdAt", v.traceparent,
         case when b.body is null then v.data::text end as json
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as g (account_id, event_id, version, place)
    left join lateral (
      select * from events
       where account_id = g.account_id${held.to("events")} and id = g.event_id and id >= $4 and id <= $5
       limit 1) v on true
    left join lateral (
      select body from event_bodies
       where account_id = g.account_id${held.to("event_bodies")} and event_id = g.event_id and version = g.version
         and event_id >= $4 and event_id <= $5
       limit 1) b on true
   order by g.place`,
);

/** Each event and its body, in the order of `keys`. Takes no lock. */
export async function findBodies(keys: readonly BodyKey[]): Promise<Known[]> {
  const found = new Map<BodyKey, Known>();
  await perShard(keys, async (own) => {
    const rows = await runShared<Row>("webhooks.known", textOf(FIND), keysOf(own));
    for (const [i, key] of own.entries()) found.set(key, knownOf(rows[i]!));
  });
  return keys.map((key) => found.get(key)!);
}

type Row = Omit<StoredEvent, "data"> & Pick<Known, "body">;

/** The data stay text, because most bodies have them as they are stored. */
function knownOf(row: Row): Known {
  if (row.id === null) return { body: row.body, event: null };
  return {
    body: row.body,
    event: {
      ...row,
      get data() {
        return JSON.parse(row.json);
      },
    },
  };
}

function keysOf(keys: readonly BodyKey[]): unknown[] {
  const ids = keys.map((each) => each.eventId);
  const inOrder = [...ids].sort();
  return [
    keys.map((each) => each.accountId),
    ids,
    keys.map((each) => each.version),
    inOrder[0],
    inOrder.at(-1),
  ];
}
