// The statements of `db/due.ts` for Citus. It skips locked rows within one shard only, so the owners of due rows are found on
// all shards without a lock, and then their rows are leased shard by shard.

import type pg from "pg";
import { atMost } from "#lib/kernel/concurrency.ts";
import { type Owner, ownerKey } from "#lib/kernel/due-work.ts";
import { perShard, runDue } from "./client.ts";
import { type AcrossShards, acrossShards, readAcrossShards, unlessLost } from "./lost-nodes.ts";
import { tablesAt } from "./placement.ts";

/** A queue: its table, the column of its due time, and how many due rows are read to find owners. */
export type DueTable = { table: string; due: string; few: number };

const distributed = new Set(tablesAt("distributed"));

const dueNow = ({ table, due, few }: DueTable) =>
  acrossShards(
    1,
    (to) => `
  select account_id as "accountId", mode, false as ahead from ${table} t
   where ${due} <= $1::timestamptz${to("t")} order by ${due} limit ${few + 1}`,
  );

const dueByClock = ({ table, due }: DueTable) =>
  acrossShards(
    1,
    (to) => `
  select distinct t.account_id as "accountId", t.mode, true as ahead
    from ${table} t join sandbox_clocks c on c.account_id = t.account_id
   where c.ahead_ms > 0 and t.mode = 'test' and t.${due} > $1::timestamptz
     and t.${due} <= $1::timestamptz + c.ahead_ms * interval '1 ms'${to("t")}`,
  );

/** Those that wait for their turn while a node is found lost are not sent to fail as well, each of which takes the coordinator's time. */
const inTurn = atMost(2);

/** Reads a table of due work; of a distributed one, what is on the nodes that answer. */
const read = <Row extends pg.QueryResultRow>(
  { table }: DueTable,
  name: string,
  text: AcrossShards,
  values: readonly unknown[],
): Promise<Row[]> =>
  distributed.has(table)
    ? inTurn(() => readAcrossShards<Row>(runDue, `${table}.${name}`, text, values))
    : runDue<Row>(`${table}.${name}`, text.all, values);

/** As `ownersSql`. */
export async function findOwners(
  of: DueTable,
  moment: Date,
): Promise<Array<Owner & { ahead: boolean }>> {
  const [now, early] = await Promise.all([
    read<Owner & { ahead: boolean }>(of, "due_owners", dueNow(of), [moment]),
    read<Owner & { ahead: boolean }>(of, "due_by_clock", dueByClock(of), [moment]),
  ]);
  return [...now, ...early];
}

/** As `walkSql`, but it reads all due rows of the next owners. A subquery would be joined with the clocks on any node, and that may
 *  be a lost one. */
const walkSql = ({ table, due }: DueTable) =>
  acrossShards(
    4,
    (to) => `
  select t.account_id as "accountId", t.mode,
         min(t.${due}) <= $1::timestamptz + coalesce(max(c.ahead_ms), 0) * interval '1 ms' as due
    from ${table} t
    left join sandbox_clocks c on c.account_id = t.account_id and t.mode = 'test'
   where t.${due} is not null and (t.account_id, t.mode) > ($2, $3)${to("t")}
   group by t.account_id, t.mode order by t.account_id, t.mode limit $4::int`,
  );

export type Walked = Owner & { due: boolean };

/** The next `step` owners after one, with future or due work. */
export async function walkOwnersOnShards(
  of: DueTable,
  { moment, after, step }: { moment: Date; after: readonly [string, string]; step: number },
): Promise<Walked[]> {
  const values = [moment, ...after, step];
  const found = await read<Walked>(of, "walk_due_owners", walkSql(of), values);
  return found.sort((one, other) => (ownerKey(one) < ownerKey(other) ? -1 : 1)).slice(0, step);
}

/** $1 the real time, $2 the lease in milliseconds, $3 and $4 owners: until when their rows are due, and leased. */
const TIMES = `
  select o.account_id as "accountId", o.mode,
         $1::timestamptz + coalesce(c.ahead_ms, 0) * interval '1 ms' as at,
         $1::timestamptz + (coalesce(c.ahead_ms, 0) + $2::bigint) * interval '1 ms' as until
    from unnest($3::text[], $4::text[]) as o (account_id, mode)
    left join sandbox_clocks c on c.account_id = o.account_id and o.mode = 'test'`;

/** $1 and $2 owners of one shard, $3 and $4 their times, $5 the most rows of each. As `claimSql`; the accounts in it hold it to
 *  the shard. */
const claimSql = ({ table, due }: DueTable, columns: string) => {
  const held = (alias: string) =>
    distributed.has(table) ? `and ${alias}.account_id = any ($1::text[])` : "";
  return `
  with leased as materialized (
    select o.until, mine.place
      from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[]) as o (account_id, mode, at, until)
      cross join lateral (
        select t.ctid as place from ${table} t
         where t.${due} is not null ${held("t")}
           and (t.account_id, t.mode, t.${due}) > (o.account_id, o.mode, '-infinity'::timestamptz)
           and (t.account_id, t.mode, t.${due}) <= (o.account_id, o.mode, o.at)
         order by t.account_id, t.mode, t.${due} limit $5 for update skip locked
      ) mine
  )
  update ${table} p set ${due} = leased.until
    from leased
   where p.ctid = leased.place ${held("p")}
  returning ${columns}`;
};

type Timed = Owner & { at: Date; until: Date };

/** Leases due rows of owners, shard by shard. `others`: if a node is lost, leases those of others, instead of failing. */
export async function leaseOnShards<Row extends pg.QueryResultRow>(
  of: DueTable,
  columns: string,
  lease: {
    owners: readonly Owner[];
    moment: Date;
    limit: number;
    leaseMs: number;
    others: boolean;
  },
): Promise<Row[]> {
  const { owners, moment, limit, leaseMs } = lease;
  const accounts = owners.map(({ accountId }) => accountId);
  const modes = owners.map(({ mode }) => mode);
  const timed = await runDue<Timed>("due.times", TIMES, [moment, leaseMs, accounts, modes]);
  const claim = (own: readonly Timed[]) =>
    runDue<Row>(`${of.table}.claim_due_held`, claimSql(of, columns), [
      own.map(({ accountId }) => accountId),
      own.map(({ mode }) => mode),
      own.map(({ at }) => at),
      own.map(({ until }) => until),
      limit,
    ]);
  if (!distributed.has(of.table)) return await claim(timed);
  const claimHere = (own: readonly Timed[]) =>
    lease.others ? unlessLost(() => claim(own), []) : claim(own);
  return (await perShard(timed, claimHere)).flat();
}
