import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, dateFromMs } from "../lib/kernel/clock.ts";
import { idLowerBound, idTimeMs, type Prefix } from "../lib/kernel/ids.ts";
import { log } from "../lib/kernel/log.ts";
import { isCoordinator } from "./distribute.ts";

/** The tables kept for 30 days, each partitioned by the day in an id (docs/decisions). */
const PARTITIONED: ReadonlyArray<{ table: string; prefix: Prefix; fillPercent?: number }> = [
  { table: "events", prefix: "evt" },
  { table: "event_bodies", prefix: "evt" },
  // Half of each page stays free for leases: an update that stays on its page touches no index.
  { table: "deliveries", prefix: "dlv", fillPercent: 50 },
  { table: "delivery_attempts", prefix: "dlv" },
  { table: "replay_items", prefix: "rpl" },
  { table: "api_requests", prefix: "req" },
];

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> };

/** Any number, the same for every process: its holder is creating a partition. */
const MAKING_LOCK = 7_340_004;

/** Creates missing daily partitions from `daysBack` before to `daysAhead` after `nowMs` (UTC days). There is no
 * default partition, because it would block detaching old days. Several processes can call it. One cheap query if
 * nothing is missing; otherwise a connection of `makers`, the tables' owner, creates it unless `client` already is
 * the owner. */
export async function ensurePartitions(
  client: Queryable,
  args: { nowMs: number; daysBack: number; daysAhead: number },
  makers = (): Queryable => client,
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
  for (const statement of wanted.values()) await makers().query(statement);
}

/** Creates the table and then attaches it: `create table … partition of` would lock out readers and writers of the
 * parent and wait for the slowest reader while the others queue behind it. */
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

/** Any number, the same for every process: its holder is dropping partitions. */
const DROPPING_LOCK = 7_340_005;

/** A file system frees a file in one step while commits wait. Dropping the files of one day without pauses blocked
 * commits for a third of a second; each file alone takes about 20 ms. */
const REST_MS = 250;
const LARGE_BYTES = 4 * 2 ** 20;

type PartitionFile = { kind: "index" | "table"; file: string; bytes: number };
type OldPartition = { name: string; parent: string | null; pending: boolean };

/** Drops daily partitions whose day ended more than `keepDays` days ago by the database's clock, those of requests after
 * `requestDays`. Keeps the events and
 * deliveries of a day while an event of that day or an earlier one is not delivered yet. Blocks nobody: detaches a
 * partition concurrently, which waits for its readers, and then drops it. Completes what a crashed process left
 * detached or half detached. One process drops at a time; the others return an empty list immediately. Must not run
 * inside a transaction. */
export async function dropOldPartitions(
  client: Queryable,
  { keepDays, requestDays = keepDays }: { keepDays: number; requestDays?: number },
): Promise<string[]> {
  const taken = await client.query(`select pg_try_advisory_lock(${DROPPING_LOCK}) as mine`);
  if (!(taken.rows as Array<{ mine: boolean }>)[0]?.mine) return [];
  try {
    const past = await partitionsPast(client, { keepDays, requestDays });
    if (past.length === 0) return [];
    const undelivered = await oldestUndeliveredDay(client);
    const old = past.filter(
      ({ name }) => name.startsWith("api_requests_") || dayOf(name) < undelivered,
    );
    if (old.length < past.length) {
      log.warn("keeping old days with undelivered events", {
        from: undelivered,
        partitions: past.length - old.length,
      });
    }
    for (const partition of old) await drop(client, partition);
    return old.map(({ name }) => name);
  } finally {
    await client.query(`select pg_advisory_unlock(${DROPPING_LOCK})`);
  }
}

const dayOf = (name: string) => name.slice(-"yyyymmdd".length);
const LATER_THAN_ALL = "99999999";

/** The day of the oldest undelivered event. Held deliveries of disabled endpoints do not count: they are not being
 * sent, and are dropped with the history. */
async function oldestUndeliveredDay(client: Queryable): Promise<string> {
  const { rows } = await client.query(
    "select min(event_id) as id from all_deliveries where next_attempt_at is not null",
  );
  const { id } = (rows as Array<{ id: string | null }>)[0]!;
  return id === null ? LATER_THAN_ALL : dayName(idTimeMs(id));
}

async function partitionsPast(
  client: Queryable,
  { keepDays, requestDays }: { keepDays: number; requestDays: number },
): Promise<OldPartition[]> {
  const names = PARTITIONED.map(({ table }) => table).join("|");
  const { rows } = await client.query(
    `select child.relname as name, parent.relname as parent, coalesce(inhdetachpending, false) as pending
       from pg_class child
       left join pg_inherits on inhrelid = child.oid
       left join pg_class parent on parent.oid = inhparent
      where child.relkind = 'r' and child.relnamespace = current_schema()::regnamespace
        and child.relname ~ '^(${names})_[0-9]{8}$'
        and right(child.relname, 8) < to_char((now() at time zone 'UTC')::date
            - case when starts_with(child.relname, 'api_requests_') then ${Math.trunc(requestDays)}
                   else ${Math.trunc(keepDays)} end, 'YYYYMMDD')
      order by 1`,
  );
  return rows as OldPartition[];
}

async function drop(client: Queryable, { name, parent, pending }: OldPartition): Promise<void> {
  if (parent) {
    // Citus detaches a day only with a lock, for as long as its catalog takes.
    const atOnce = pending ? "finalize" : "concurrently";
    const how = (await isCoordinator(client)) ? "" : atOnce;
    await client.query(`alter table ${parent} detach partition ${name} ${how}`);
  }
  for (const { kind, file, bytes } of await filesOf(client, name)) {
    await client.query(`drop ${kind} if exists ${file}`);
    if (bytes > LARGE_BYTES) await sleep(REST_MS);
  }
}

/** The table itself comes last, with the indexes of its constraints. */
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
  return dateFromMs(ms).toISOString().slice(0, 10).replaceAll("-", "");
}
