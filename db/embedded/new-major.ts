// Brings an embedded database to another major version of PostgreSQL: the old server and the new one run side by side, and
// the rows are copied. The npm build has no pg_upgrade and no pg_dump.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { copyBetween } from "../copy-between.ts";
import { type EmbeddedServer, startEmbedded } from "../embedded.ts";
import { migrate } from "../migrate.ts";
import { findBinaries, versionOf } from "./binaries.ts";
import { copyDurably, writeDurably } from "./files.ts";

/** Below the data folder: the new cluster until it is in its place. */
const NEXT = "postgres.next";
/** In it: everything was copied and compared. */
const READY = "ready";

const CLUSTER = "postgres";
const PASSWORDS = "postgres.json";

/** The major version of the cluster in a data folder; null if there is none. */
export function majorIn(dataDir: string): number | null {
  const path = join(dataDir, CLUSTER, "PG_VERSION");
  return existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) : null;
}

export type TableCount = { table: string; rows: number };
type Options = { dataDir: string; oldBinaries: string; throwaway?: boolean };

/**
 * Copies the database of a data folder into a new cluster of this program's PostgreSQL beside it, from one snapshot. `oldBinaries` is
 * the folder with the programs of the old one. Both servers run afterwards. An earlier copy that was interrupted is thrown
 * away. Throws if a table has another number of rows than it had.
 */
export async function copyToNewMajor({
  dataDir,
  oldBinaries,
  throwaway = false,
}: Options): Promise<{
  old: EmbeddedServer;
  next: EmbeddedServer;
  counts: TableCount[];
}> {
  const nextDir = join(dataDir, NEXT);
  rmSync(nextDir, { recursive: true, force: true });
  mkdirSync(nextDir, { recursive: true, mode: 0o700 });
  const program = (name: string) => join(oldBinaries, name);
  const binaries = {
    ...{ initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") },
  };
  const old = await startEmbedded({ dataDir, binaries });
  try {
    await migrate({ ownerUrl: old.url, serviceUrl: old.serviceUrl });
    const next = await startEmbedded({ dataDir: nextDir, throwaway });
    try {
      await migrate({ ownerUrl: next.url, serviceUrl: next.serviceUrl });
      return { old, next, counts: await copyAll(old.url, next.url) };
    } catch (error) {
      await next.stop();
      throw error;
    }
  } catch (error) {
    await old.stop();
    throw error;
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: "paydesk upgrade" });
  client.on("error", () => {});
  await client.connect();
  return client;
}

const TABLES = `
  select c.relname as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   group by 1 order by 1`;

const DAYS = `
  select c.relname as name, parent.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
         coalesce('with (' || array_to_string(c.reloptions, ', ') || ')', '') as options
    from pg_inherits join pg_class c on c.oid = inhrelid and c.relkind = 'r' join pg_class parent on parent.oid = inhparent
   where c.relnamespace = 'public'::regnamespace and not inhdetachpending order by 1`;

async function copyAll(oldUrl: string, nextUrl: string): Promise<TableCount[]> {
  const [from, to] = [await connect(oldUrl), await connect(nextUrl)];
  try {
    await from.query(
      "begin isolation level repeatable read read only; set local statement_timeout = 0",
    );
    // Without checks of foreign keys and without triggers: the rows satisfied them already.
    await to.query(
      "begin; set local session_replication_role = replica; set local statement_timeout = 0",
    );
    const { rows: tables } = await from.query<{ table: string; columns: string }>(TABLES);
    for (const day of (await from.query(DAYS)).rows) {
      await to.query(
        `create table if not exists ${day.name} partition of ${day.parent} ${day.bound} ${day.options}`,
      );
    }
    await to.query(`truncate ${tables.map(({ table }) => table).join(", ")}`);
    const counts: TableCount[] = [];
    for (const { table, columns } of tables) {
      const select = `select ${columns} from ${table}`;
      const rows = await copyBetween({ from, select, to, into: `${table} (${columns})` });
      await compare(from, to, table);
      counts.push({ table, rows });
    }
    await copySequences(from, to);
    await to.query("commit");
    await from.query("commit");
    await to.query("analyze");
    return counts;
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

async function compare(from: pg.Client, to: pg.Client, table: string): Promise<void> {
  const count = `select count(*) as rows from ${table}`;
  const [before, after] = [await from.query(count), await to.query(count)];
  if (before.rows[0].rows === after.rows[0].rows) return;
  throw new Error(`${table} had ${before.rows[0].rows} rows and has ${after.rows[0].rows}.`);
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query(
    "select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null",
  );
  for (const { name, last } of rows) await to.query("select setval($1, $2)", [name, last]);
}

/**
 * Puts the new cluster in its place, when both servers are stopped. The old one stays as `postgres.MAJOR`. May be called again if
 * it was interrupted (`isSwitching`). Returns the name of the old folder.
 */
export function switchToNewMajor(dataDir: string): string {
  const next = join(dataDir, NEXT);
  // The first call knows the old major; later ones read it.
  if (!existsSync(join(next, READY))) writeDurably(join(next, READY), String(majorIn(dataDir)));
  const old = `${CLUSTER}.${readFileSync(join(next, READY), "utf8")}`;
  if (!existsSync(join(dataDir, old))) renameSync(join(dataDir, CLUSTER), join(dataDir, old));
  if (existsSync(join(next, CLUSTER))) {
    copyDurably(join(next, PASSWORDS), join(dataDir, PASSWORDS));
    renameSync(join(next, CLUSTER), join(dataDir, CLUSTER));
  }
  rmSync(next, { recursive: true, force: true });
  return old;
}

/** Whether a switch was interrupted. */
export const isSwitching = (dataDir: string): boolean => existsSync(join(dataDir, NEXT, READY));

/** Throws with the next step if a data folder's cluster has another major version than the programs. */
export function refuseOtherMajor(dataDir: string): void {
  const found = majorIn(dataDir);
  const wanted = versionOf(findBinaries());
  if (found === null || found === wanted) return;
  throw new Error(
    `The database in ${dataDir} was made by PostgreSQL ${found}, and this program has ${wanted}. Upgrade it: npm run -s upgrade-database -- FOLDER, with the folder of PostgreSQL ${found}'s programs (docs/operations.md, "A new major version of PostgreSQL"). Nothing was changed.`,
  );
}
