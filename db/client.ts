import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { lendingSocket } from "./lending-socket.ts";
import { BESIDE_INDEXES_IN_KEPT_PLANS, closePools, makePool } from "./pool.ts";

import * as schema from "./schema/index.ts";

export type Db = NodePgDatabase<typeof schema>;

let pool: pg.Pool | undefined;
let sharedPool: pg.Pool | undefined;
let duePool: pg.Pool | undefined;
let exportPool: pg.Pool | undefined;
let logPool: pg.Pool | undefined;
let orm: Db | undefined;

const servicePool = (config: pg.PoolConfig): pg.Pool =>
  makePool({ connectionString: env.databaseUrl, ...config });

/** Connections of this process, as the role of the service. Created on first use, so that tests can choose the database. */
export function getPool(): pg.Pool {
  pool ??= servicePool({ max: 16 });
  return pool;
}

/**
 * Connections for statements that many calls share. Their plans go by the indexes, always: one that was
 * made while a table was small must not read all of it when it has grown. And they wait for a lock only
 * so long: whoever holds one for longer must not stop the calls of everybody else.
 */
function getSharedPool(): pg.Pool {
  sharedPool ??= servicePool(keptPlans(BESIDE_INDEXES_IN_KEPT_PLANS));
  return sharedPool;
}

/** Connections for the queue of due work. Its plans also never sort: each of its statements has an index in its own
 *  order, and a sort would read the whole backlog first. */
function getDuePool(): pg.Pool {
  duePool ??= servicePool(
    keptPlans([...BESIDE_INDEXES_IN_KEPT_PLANS, "enable_sort", "enable_incremental_sort"]),
  );
  return duePool;
}

const keptPlans = (off: readonly string[]): pg.PoolConfig => ({
  max: 8,
  lock_timeout: 1_000,
  statement_timeout: 10_000,
  // A server that is gone without a word must not hold up a group for as long as TCP would wait.
  query_timeout: 12_000,
  options: [...off.map((name) => `-c ${name}=off`), "-c plan_cache_mode=force_generic_plan"].join(
    " ",
  ),
});

/**
 * Connections for files of any length: few, so that they cannot take the database from everybody else,
 * and without a limit of time. Should its client be gone, a query that has nothing to send yet finds out
 * by itself.
 */
export function getExportPool(): pg.Pool {
  exportPool ??= servicePool({
    max: 6,
    statement_timeout: 0,
    application_name: "paydesk export",
    stream: lendingSocket,
    options: [
      "-c jit=off -c max_parallel_workers_per_gather=0 -c default_transaction_read_only=on",
      "-c client_connection_check_interval=5s",
    ].join(" "),
  });
  return exportPool;
}

/** The connection of what is written beside the traffic and may be lost: it waits for no disk, and takes
 *  nothing from the others but its own work. */
export function getLogPool(): pg.Pool {
  logPool ??= servicePool({
    max: 1,
    application_name: "paydesk log",
    options: "-c synchronous_commit=off",
    // It is only wanted while there is traffic.
    idleTimeoutMillis: 10_000,
  });
  return logPool;
}

/** The query builder, outside any transaction. */
export function db(): Db {
  orm ??= drizzle(getPool(), { schema });
  return orm;
}

/** Runs one prepared statement: parsed and planned once per connection under `name`. */
export async function runPrepared<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await getPool().query<Row>({ name, text, values: [...values] });
  return result.rows;
}

/** The same for a statement that does the work of several calls (`groupCalls`). Throws when it would
 *  have to wait for a lock for longer than a second. */
export async function runShared<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await getSharedPool().query<Row>({ name, text, values: [...values] });
  return result.rows;
}

/** The same for the queue of due work. */
export async function runDue<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await getDuePool().query<Row>({ name, text, values: [...values] })).rows;
}

/** Closes every connection once its work is done. */
export async function closeDb(): Promise<void> {
  pool = undefined;
  sharedPool = undefined;
  duePool = undefined;
  exportPool = undefined;
  logPool = undefined;
  orm = undefined;
  await closePools();
}

export { schema };
