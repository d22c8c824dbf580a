import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { onDatabase } from "#db/databases.ts";
import { isCoordinator } from "#db/distribute.ts";
import { migrate } from "#db/migrate.ts";
import { setLocally } from "#db/pool.ts";
import type { Addresses } from "#db/roles.ts";
import { serverProgram } from "../postgres.ts";

export type MoveOptions = {
  /** The owner's address of the one PostgreSQL, whose processes were stopped. */
  from: string;
  /** The empty database of the coordinator. */
  to: Addresses;
  /** Where the dump is written. */
  folder: string;
  /** Tables that are dumped and restored at a time. */
  jobs: number;
  /** Days of the daily tables that the target gets besides those that it has (`migrate`). */
  days?: { daysBack: number; daysAhead: number };
  say(line: string): void;
};

/** The rows of a table: how many, and a sum of their hashes, which has no order. */
type Print = { rows: string; hash: string };

const IDLE_WITHIN_MS = 60_000;
const OTHERS = `
  select count(*)::int as n from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Waits until nobody else is connected, and then lets nobody write any more: also a process that was forgotten. */
async function close(client: pg.Client): Promise<void> {
  const deadline = performance.now() + IDLE_WITHIN_MS;
  while ((await client.query<{ n: number }>(OTHERS)).rows[0]!.n > 0) {
    if (performance.now() > deadline) throw new Error("Stop all web processes and workers first.");
    await sleep(200);
  }
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  const name = pg.escapeIdentifier(rows[0]!.name);
  await client.query(`alter database ${name} set default_transaction_read_only = on`);
}

/** Throws unless the target is empty and can take the rows. */
async function refuseUnready(client: pg.Client): Promise<void> {
  if (!(await isCoordinator(client))) throw new Error("The target is no coordinator of Citus.");
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_tables where schemaname in ('public', 'drizzle')",
  );
  if (rows[0]!.n > 0) throw new Error("The target has tables already.");
  await refuseFewLocks(client);
}

/** All tables are distributed in one transaction, which holds a lock for each shard of each day and its indexes: with fewer it ends
 *  with `out of shared memory`. */
const LOCKS = 1_024;
const SETTING = "max_locks_per_transaction";
const LOCKS_OF_NODES = `
  select 'the coordinator' as node, current_setting('${SETTING}') as locks
  union all
  select n.nodename || ':' || n.nodeport, r.result
    from run_command_on_workers($$select current_setting('${SETTING}')$$) r join pg_dist_node n using (nodename, nodeport)`;

async function refuseFewLocks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ node: string; locks: string }>(LOCKS_OF_NODES);
  const few = rows.filter(({ locks }) => !(Number(locks) >= LOCKS));
  if (few.length === 0) return;
  const found = few.map(({ node, locks }) => `${node} has ${locks}`).join(", ");
  throw new Error(
    `Set ${SETTING} to ${LOCKS} on every node, and restart it: ${found}. Nothing was changed.`,
  );
}

/** Where the dump will be, in a folder that is made. Before the old database is closed: afterwards someone has to open it again. */
function dumpIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const dump = join(folder, "dump");
  if (existsSync(dump))
    throw new Error(`${dump} is there already: remove it, or name another folder.`);
  return dump;
}

/** Tables without the partitions of others, with their columns. */
const TABLES = `
  select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
     and c.relkind in ('r', 'p') and not c.relispartition
   group by c.oid order by 1`;

/** The prints of all tables, as text in UTC on every node. */
async function printsOf(url: string): Promise<Map<string, Print>> {
  return await onDatabase(url, async (client) => {
    await client.query("begin read only");
    await client.query(setLocally("UTC", [], "on"));
    const prints = new Map<string, Print>();
    const { rows } = await client.query<{ name: string; columns: string }>(TABLES);
    for (const { name, columns } of rows) {
      const found = await client.query<Print>(
        `select count(*)::text as rows,
                coalesce(sum(hashtextextended(row(${columns})::text, 0)::numeric), 0)::text as hash
           from ${name}`,
      );
      prints.set(name, found.rows[0]!);
    }
    await client.query("commit");
    return prints;
  });
}

function differences(from: Map<string, Print>, to: Map<string, Print>): string[] {
  const names = new Set([...from.keys(), ...to.keys()]);
  return [...names].flatMap((name) => {
    const [before, after] = [from.get(name), to.get(name)];
    if (before?.rows === after?.rows && before?.hash === after?.hash) return [];
    return [`${name}: ${before?.rows ?? "no"} rows before, ${after?.rows ?? "no"} after`];
  });
}

/**
 * Moves an installation of one PostgreSQL into an empty database of a coordinator: dumps, restores, distributes, and compares
 * all rows. All its web processes and workers are stopped; from then on the old database takes no writes. Throws if a table
 * differs. Returns how many rows were moved.
 */
export async function moveToCluster(options: MoveOptions): Promise<number> {
  const { from, to, folder, jobs, say } = options;
  const dump = dumpIn(folder);
  const program = (name: string, ...args: string[]) =>
    promisify(execFile)(serverProgram(name), [...args, "--no-owner", "--no-privileges"], {
      maxBuffer: 2 ** 26,
    });
  const began = performance.now();
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    say(`${name}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
    return result;
  };
  await onDatabase(to.ownerUrl, refuseUnready);
  await step("closed", () => onDatabase(from, close));
  const [before] = await Promise.all([
    step("rows of the old database read", () => printsOf(from)),
    step("dumped", () => program("pg_dump", from, "-Fd", `-j${jobs}`, "-f", dump)),
  ]);
  await step("restored", () =>
    program("pg_restore", "-d", to.ownerUrl, `-j${jobs}`, "--exit-on-error", dump),
  );
  await step("distributed", () => migrate(to, options.days));
  await step("analysed", () => onDatabase(to.ownerUrl, (client) => client.query("analyze")));
  const after = await step("rows of the cluster read", () => printsOf(to.ownerUrl));
  const different = differences(before, after);
  if (different.length > 0) throw new Error(`Rows differ:\n${different.join("\n")}`);
  const rows = [...after.values()].reduce((sum, each) => sum + Number(each.rows), 0);
  say(
    `moved: ${rows} rows of ${after.size} tables, all the same, in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  );
  return rows;
}
