import { at, DAY_MS } from "../lib/kernel/clock.ts";
import { idLowerBound, type Prefix } from "../lib/kernel/ids.ts";

/** The tables kept 30 days, each partitioned by the day in an id (docs/decisions). */
const PARTITIONED: ReadonlyArray<{ table: string; prefix: Prefix }> = [
  { table: "events", prefix: "evt" },
  { table: "event_bodies", prefix: "evt" },
  { table: "deliveries", prefix: "dlv" },
  { table: "delivery_attempts", prefix: "dlv" },
  { table: "replay_items", prefix: "rpl" },
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
  for (const { table, prefix } of PARTITIONED) {
    for (let day = today - args.daysBack; day <= today + args.daysAhead; day++) {
      const name = `${table}_${dayName(day * DAY_MS)}`;
      const from = idLowerBound(prefix, day * DAY_MS);
      const to = idLowerBound(prefix, (day + 1) * DAY_MS);
      wanted.set(name, makePartition({ table, name, from, to }));
    }
  }
  const names = [...wanted.keys()].map((name) => `'${name}'`).join(", ");
  const { rows } = await client.query(`select relname from pg_class where relname in (${names})`);
  for (const { relname } of rows as Array<{ relname: string }>) wanted.delete(relname);
  for (const statement of wanted.values()) await client.query(statement);
}

/** Made beside its parent and then attached: `create table … partition of` would shut out everyone
 *  who reads or writes the parent, and wait for the slowest reader while they all queue behind it. */
function makePartition(p: { table: string; name: string; from: string; to: string }): string {
  return `do $$ begin
    perform pg_advisory_xact_lock(${MAKING_LOCK});
    if to_regclass('${p.name}') is null then
      create table ${p.name} (like ${p.table} including all);
      alter table ${p.table} attach partition ${p.name} for values from ('${p.from}') to ('${p.to}');
    end if;
  end $$`;
}

/** Longest wait for a table that traffic is using, since traffic waits behind us meanwhile; the next
 *  round tries again. */
const DROP_LOCK_TIMEOUT = "500ms";

/**
 * Drops daily partitions whose day ended before `keepDays` days ago, oldest tables' rows with them.
 * Each needs its parent for an instant only; one that is busy is left for the next call.
 */
export async function dropOldPartitions(
  client: { query(text: string): Promise<{ rows: Array<{ name: string }> }> },
  args: { nowMs: number; keepDays: number },
): Promise<string[]> {
  const oldest = dayName((Math.floor(args.nowMs / DAY_MS) - args.keepDays) * DAY_MS);
  const parents = PARTITIONED.map(({ table }) => `'${table}'`).join(", ");
  const { rows } = await client.query(
    `select child.relname as name from pg_inherits
       join pg_class child on child.oid = inhrelid
       join pg_class parent on parent.oid = inhparent
      where parent.relname in (${parents}) and right(child.relname, 8) < '${oldest}'
      order by 1`,
  );
  for (const { name } of rows) {
    await client.query(
      `begin; set local lock_timeout = '${DROP_LOCK_TIMEOUT}'; drop table if exists ${name}; commit`,
    );
  }
  return rows.map((row) => row.name);
}

function dayName(ms: number): string {
  return at(ms).toISOString().slice(0, 10).replaceAll("-", "");
}
