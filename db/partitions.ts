import { setTimeout as sleep } from "node:timers/promises";
import { at, DAY_MS } from "../lib/kernel/clock.ts";
import { idLowerBound, type Prefix } from "../lib/kernel/ids.ts";

/** The tables kept 30 days, each partitioned by the day in an id (docs/decisions). */
const PARTITIONED: ReadonlyArray<{ table: string; prefix: Prefix; fillPercent?: number }> = [
  { table: "events", prefix: "evt" },
  { table: "event_bodies", prefix: "evt" },
  // Half of a page is left for leases: a row that stays on its page leaves every index alone.
  { table: "deliveries", prefix: "dlv", fillPercent: 50 },
  { table: "delivery_attempts", prefix: "dlv" },
  { table: "replay_items", prefix: "rpl" },
  { table: "api_requests", prefix: "req" },
];

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> };

/** Any number, the same for every process: whoever holds it is making a partition. */
const MAKING_LOCK = 7_340_004;

/**
 * Makes the daily partitions from `daysBack` before to `daysAhead` after `nowMs` (UTC days) where
 * they are missing. There is no default partition: it would block detaching old days. Any number of
 * processes may call it at once. One cheap query when nothing is missing.
 */
export async function ensurePartitions(
  client: Queryable,
  args: { nowMs: number; daysBack: number; daysAhead: number },
): Promise<void> {
  const today = Math.floor(args.nowMs / DAY_MS);
  const wanted = new Map<string, string>();
  for (const { table, prefix, fillPercent = 100 } of PARTITIONED) {
    for (let day = today - args.daysBack; day <= today + args.daysAhead; day++) {
      const name = `${table}_${dayName(day * DAY_MS)}`;
      const from = idLowerBound(prefix, day * DAY_MS);
      const to = idLowerBound(prefix, (day + 1) * DAY_MS);
      wanted.set(name, makePartition({ table, name, from, to, fillPercent }));
    }
  }
  const names = [...wanted.keys()].map((name) => `'${name}'`).join(", ");
  const { rows } = await client.query(`select relname from pg_class where relname in (${names})`);
  for (const { relname } of rows as Array<{ relname: string }>) wanted.delete(relname);
  for (const statement of wanted.values()) await client.query(statement);
}

/** Made beside its parent and then attached: `create table … partition of` would shut out everyone
 *  who reads or writes the parent, and wait for the slowest reader while they all queue behind it. */
function makePartition(p: {
  table: string;
  name: string;
  from: string;
  to: string;
  fillPercent: number;
}): string {
  return `do $$ begin
    perform pg_advisory_xact_lock(${MAKING_LOCK});
    if to_regclass('${p.name}') is null then
      create table ${p.name} (like ${p.table} including all) with (fillfactor = ${p.fillPercent});
      alter table ${p.table} attach partition ${p.name} for values from ('${p.from}') to ('${p.to}');
    end if;
  end $$`;
}

/** Any number, the same for every process: whoever holds it is dropping partitions. */
const DROPPING_LOCK = 7_340_005;

/** The disk frees what a file held in one piece, and commits wait for it meanwhile: a day's files dropped one right
 *  after the other held them up for a third of a second, where each by itself takes some 20 ms. */
const REST_MS = 250;
const LARGE_BYTES = 4 * 2 ** 20;

type PartitionFile = { kind: "index" | "table"; file: string; bytes: number };
type OldPartition = { name: string; parent: string | null; pending: boolean };

/**
 * Drops daily partitions whose day ended before `keepDays` days ago, oldest tables' rows with them.
 * Nobody waits for it: a partition is detached beside the traffic, which waits for whoever still reads
 * it, and only then dropped. What a process that died left half detached, or detached and not dropped,
 * is finished. One process at a time; the others answer that they dropped nothing. Not inside a
 * transaction.
 */
export async function dropOldPartitions(
  client: Queryable,
  args: { nowMs: number; keepDays: number },
): Promise<string[]> {
  const oldest = dayName((Math.floor(args.nowMs / DAY_MS) - args.keepDays) * DAY_MS);
  const taken = await client.query(`select pg_try_advisory_lock(${DROPPING_LOCK}) as mine`);
  if (!(taken.rows as Array<{ mine: boolean }>)[0]?.mine) return [];
  try {
    const old = await partitionsBefore(client, oldest);
    for (const partition of old) await drop(client, partition);
    return old.map(({ name }) => name);
  } finally {
    await client.query(`select pg_advisory_unlock(${DROPPING_LOCK})`);
  }
}

async function partitionsBefore(client: Queryable, oldest: string): Promise<OldPartition[]> {
  const names = PARTITIONED.map(({ table }) => table).join("|");
  const { rows } = await client.query(
    `select child.relname as name, parent.relname as parent, coalesce(inhdetachpending, false) as pending
       from pg_class child
       left join pg_inherits on inhrelid = child.oid
       left join pg_class parent on parent.oid = inhparent
      where child.relkind = 'r' and child.relnamespace = current_schema()::regnamespace
        and child.relname ~ '^(${names})_[0-9]{8}$' and right(child.relname, 8) < '${oldest}'
      order by 1`,
  );
  return rows as OldPartition[];
}

async function drop(client: Queryable, { name, parent, pending }: OldPartition): Promise<void> {
  if (parent) {
    const how = pending ? "finalize" : "concurrently";
    await client.query(`alter table ${parent} detach partition ${name} ${how}`);
  }
  for (const { kind, file, bytes } of await filesOf(client, name)) {
    await client.query(`drop ${kind} if exists ${file}`);
    if (bytes > LARGE_BYTES) await sleep(REST_MS);
  }
}

/** The table itself comes last, with the indexes that its constraints hold. */
async function filesOf(client: Queryable, table: string): Promise<PartitionFile[]> {
  const { rows } = await client.query(
    `select 'index' as kind, indexrelid::regclass::text as file, pg_relation_size(indexrelid)::float8 as bytes
       from pg_index
      where indrelid = to_regclass('${table}')
        and not exists (select 1 from pg_constraint where conindid = indexrelid)
     union all
     select 'table', '${table}', coalesce(pg_table_size(to_regclass('${table}')), 0)::float8
      order by kind`,
  );
  return rows as PartitionFile[];
}

function dayName(ms: number): string {
  return at(ms).toISOString().slice(0, 10).replaceAll("-", "");
}
