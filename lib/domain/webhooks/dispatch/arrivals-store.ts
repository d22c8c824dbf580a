import { perShard, runShared } from "#db/client.ts";
import { acrossShards, readAcrossShards, unlessLost } from "#db/lost-nodes.ts";
import { openSession, type Session } from "#db/session.ts";
import { isSharded, textOf } from "#db/shards.ts";
import { withParams } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { type Held, shardSql } from "#lib/kernel/shard-sql.ts";
import { disabledSql } from "./disabled-sql.ts";
import type { TakenDelivery } from "./prepare-deliveries.ts";

/** Lanes share the work among workers. The deliveries to one endpoint are in one lane, so one worker sends them in the
 *  order of their commits (service.md §6.2), and knows all that the endpoint has under way. */
export const LANES = 16;

export type LaneSession = Session;

/** The connection that holds a worker's lanes and reads them. `onLost` is called once when it ends, which it does after
 *  `idleMs` without a read. */
export const openLaneSession = (onLost: () => void, idleMs: number): Promise<LaneSession> =>
  openSession("paydesk lanes", onLost, { idleMs });

/** Sees no transaction: reading from here finds every row. */
export const NOTHING_SEEN = "1:1:";

export type Arrival = TakenDelivery & { lane: number; txId: string };

const LANE = `hashtext(endpoint_id) & ${LANES - 1}`;

/** The columns of an `Arrival`. */
const ARRIVAL = `
  account_id as "accountId", id, mode, event_id as "eventId", event_type as "eventType",
  endpoint_id as "endpointId", 0 as "attemptCount", ctid::text as place, ${LANE} as lane, tx_id::text as "txId"`;

/**
 * $1 snapshot already read, $2 snapshot to read up to, or null for the newest, $3 and $4 transaction and id of the last
 * row read, $5 lanes, $6 accounts to leave out, $7 limit. Rows that this snapshot sees and the last one did not: each row
 * is found once, whatever the order of ids and commits, and no running transaction delays another's rows.
 */
const READ = `
  select s.snapshot::text as snapshot, q.*
    from (select coalesce($2::pg_snapshot, pg_current_snapshot()) as snapshot) s
    left join lateral (
      select ${ARRIVAL} from new_deliveries
       where tx_id >= greatest(pg_snapshot_xmin($1::pg_snapshot), $3::xid8)
         and (tx_id, id) > ($3::xid8, $4::text)
         and not pg_visible_in_snapshot(tx_id, $1::pg_snapshot)
         and (pg_visible_in_snapshot(tx_id, s.snapshot)
              or tx_id >= pg_snapshot_xmax(pg_current_snapshot())) -- restored from a dump
         and ${LANE} = any ($5::int[])
         and account_id <> all ($6::text[])
       order by tx_id, id limit $7) q on true`;

/** `READ` for Citus, up to the coordinator's snapshot $2: transactions have its numbers, and each is committed on the nodes of
 *  its accounts first. */
const READ_SHARDS = acrossShards(
  7,
  (to) => `
  select ${ARRIVAL} from new_deliveries q
   where tx_id >= greatest(pg_snapshot_xmin($1::pg_snapshot), $3::xid8)
     and (tx_id, id) > ($3::xid8, $4::text)
     and not pg_visible_in_snapshot(tx_id, $1::pg_snapshot)
     and (pg_visible_in_snapshot(tx_id, $2::pg_snapshot)
          or tx_id >= pg_snapshot_xmax($2::pg_snapshot)) -- restored from a dump
     and ${LANE} = any ($5::int[])
     and account_id <> all ($6::text[])${to("q")}
   order by tx_id, id limit $7`,
);

const SNAPSHOT = "select pg_current_snapshot()::text as snapshot";

/** A position among the new deliveries. Starts as `newArrivalsPlace()`. */
export type ArrivalsPlace = {
  /** Everything that this snapshot sees was read. */
  seen: string;
  /** While the rows up to a snapshot are read page by page: that snapshot and the last row. */
  page: { upTo: string; txId: string; id: string } | null;
};

export const newArrivalsPlace = (): ArrivalsPlace => ({ seen: NOTHING_SEEN, page: null });

type Args = {
  lanes: readonly number[];
  /** Accounts to leave out: they are read by `readArrivalsOf`. */
  except: ReadonlyArray<Id<"acct">>;
  limit: number;
};

/** The next new deliveries of some lanes in the order of their commits, and the position after them. Takes no lock. */
export async function readArrivals(
  session: Session,
  place: ArrivalsPlace,
  { lanes, except, limit }: Args,
): Promise<{ rows: Arrival[]; next: ArrivalsPlace }> {
  const { seen, page } = place;
  const rest = [page?.txId ?? "0", page?.id ?? "", lanes, except, limit];
  const { snapshot, found } = isSharded()
    ? await readShards(session, { seen, upTo: page?.upTo ?? null, limit }, rest)
    : await readAll(session, [seen, page?.upTo ?? null, ...rest]);
  const rows = found.filter(({ id }) => id !== null);
  const last = rows.length < limit ? undefined : rows.at(-1);
  if (!last) return { rows, next: { seen: snapshot, page: null } };
  return { rows, next: { seen, page: { upTo: snapshot, txId: last.txId, id: last.id } } };
}

type Found = { snapshot: string; found: Arrival[] };

async function readAll(session: Session, values: readonly unknown[]): Promise<Found> {
  const found = await session.run<Arrival & { snapshot: string }>(
    "webhooks.arrivals",
    READ,
    values,
  );
  return { snapshot: found[0]!.snapshot, found };
}

async function readShards(
  session: Session,
  { seen, upTo, limit }: { seen: string; upTo: string | null; limit: number },
  rest: readonly unknown[],
): Promise<Found> {
  const [now] = await session.run<{ snapshot: string }>("webhooks.snapshot", SNAPSHOT, []);
  const snapshot = upTo ?? now!.snapshot;
  const values = [seen, snapshot, ...rest];
  const found = await readAcrossShards<Arrival>(
    session.run,
    "webhooks.arrivals",
    READ_SHARDS,
    values,
  );
  return { snapshot, found: found.sort(inOrder).slice(0, limit) };
}

const inOrder = (one: Arrival, other: Arrival) =>
  Number(BigInt(one.txId) - BigInt(other.txId)) || (one.id < other.id ? -1 : 1);

const READ_OF = `
  select ${ARRIVAL} from new_deliveries
   where account_id = $1 and id > $2 and ${LANE} = any ($3::int[])
   order by id limit $4`;

/** New deliveries of one account after `id`, in the order of ids; none while its node is lost. Takes no lock. */
export async function readArrivalsOf(
  session: Session,
  {
    accountId,
    after,
    lanes,
    limit,
  }: {
    accountId: Id<"acct">;
    after: string;
    lanes: readonly number[];
    limit: number;
  },
): Promise<Arrival[]> {
  const values = [accountId, after, lanes, limit];
  return await unlessLost(() => session.run("webhooks.arrivals_of", READ_OF, values), []);
}

/**
 * Moves new deliveries to the queue: the rows `q` that `which` selects, with its column `forgotten`. They become pending,
 * or held for a disabled endpoint, or canceled at $1 for a deleted one and for a forgotten event.
 */
const moveSql = (which: (held: Held) => string, forgotten: string, accounts: number) =>
  shardSql(
    (held) => `
  with moved as (delete from new_deliveries q ${which(held)}${held.to("q")} returning q.*, ${forgotten} as forgotten),
  ${disabledSql("moved", held, "share")},
  written as (insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id,
                          status, next_attempt_at, created_at, finished_at)
  select e.account_id, m.id, m.mode, m.event_id, m.event_type, m.object_id, m.endpoint_id, s.status,
         case s.status when 'pending' then m.created_at end, m.created_at,
         case s.status when 'canceled' then $1::timestamptz end
    from moved m
    join webhook_endpoints e on e.account_id = m.account_id${held.to("e")} and e.id = m.endpoint_id
    left join disabled x on x.account_id = e.account_id and x.id = e.id
   cross join lateral (
     select case when e.deleted_at is not null or x.deleted_at is not null or m.forgotten then 'canceled'
                 when x.id is not null then 'held'
                 else 'pending' end as status) s)
  select 1`,
    accounts,
  );

const MOVE = moveSql(
  (
    held,
  ) => `using unnest($2::text[], $3::text[], $4::boolean[], $5::text[]) as g (account_id, id, forgotten, place)
   where ${held.at("q.ctid = g.place::tid and ")}q.account_id = g.account_id and q.id = g.id`,
  "g.forgotten",
  2,
);

/** Moves new deliveries that are not sent at once to the queue. */
export async function moveToQueue(
  rows: ReadonlyArray<TakenDelivery & { forgotten?: boolean }>,
): Promise<void> {
  if (rows.length === 0) return;
  await perShard(rows, (own) =>
    runShared("webhooks.move_to_queue", textOf(MOVE), [
      now(),
      own.map((row) => row.accountId),
      own.map((row) => row.id),
      own.map((row) => row.forgotten ?? false),
      own.map((row) => row.place),
    ]),
  );
}

/** Rows per statement: its transaction has locked the endpoint, for which events wait. */
const MOVED_AT_ONCE = 10_000;

const MOVE_OLDEST = moveSql(
  () => `where account_id = $2 and endpoint_id = $3 and id = any (array(
    select id from new_deliveries where account_id = $2 and endpoint_id = $3 order by id limit ${MOVED_AT_ONCE}))`,
  "false",
  4,
);

/** Moves the oldest new deliveries of an endpoint that was disabled or deleted in this transaction, up to `MOVED_AT_ONCE`. The
 *  others are moved by the worker that takes them. A worker that is sending one records the outcome where it is then. */
export async function moveOldestToQueue(
  tx: Tx,
  { accountId, endpointId, at }: { accountId: Id<"acct">; endpointId: string; at: Date },
): Promise<void> {
  await tx.execute(withParams(textOf(MOVE_OLDEST), [at, accountId, endpointId, [accountId]]));
}

const OLDEST = `
  select extract(epoch from clock_timestamp() - created_at)::float8 as seconds
    from new_deliveries order by tx_id, id limit 1`;

/** The age of the oldest new delivery in seconds; 0 if there is none. Takes no lock. */
export async function oldestArrivalSeconds(): Promise<number> {
  const [row] = await runShared<{ seconds: number }>("webhooks.oldest_arrival", OLDEST, []);
  return row ? Math.max(0, row.seconds) : 0;
}
