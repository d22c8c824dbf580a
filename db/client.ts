import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { lendingSocket } from "./lending-socket.ts";
import { BESIDE_INDEXES_IN_KEPT_PLANS } from "./plan-settings.ts";
import * as schema from "./schema/index.ts";

// Money is bigint everywhere; the driver's default for int8 would be a string.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

export type Db = NodePgDatabase<typeof schema>;

let pool: pg.Pool | undefined;
let sharedPool: pg.Pool | undefined;
let duePool: pg.Pool | undefined;
let exportPool: pg.Pool | undefined;
let logPool: pg.Pool | undefined;
let orm: Db | undefined;

function makePool(config: pg.PoolConfig): pg.Pool {
  const made = new pg.Pool({
    connectionString: env.databaseUrl,
    // A stuck statement must not hold a connection for ever; reports set their own.
    statement_timeout: 30_000,
    // Nor must a process that stopped half-way keep what its transaction has locked.
    idle_in_transaction_session_timeout: 30_000,
    // Whoever gets no connection is told so, instead of waiting for ever.
    connectionTimeoutMillis: 10_000,
    // A new connection plans its statements anew: whoever comes after a quiet minute shall not wait for that.
    idleTimeoutMillis: 300_000,
    // Nor shall a program that has done its work.
    allowExitOnIdle: true,
    application_name: "paydesk",
    ...config,
  });
  // Without a listener an idle connection that drops would end the process.
  made.on("error", (error) => log.warn("an idle database connection dropped", { error }));
  // The pool listens to idle connections only. One that drops between two statements of a
  // transaction would end the process too; the transaction's next statement tells of it anyway.
  made.on("connect", (client) => {
    client.on("error", (error) => log.debug("a database connection dropped", { error }));
  });
  return made;
}

/** Connections of this process. Created on first use, so that tests can choose the database. */
export function getPool(): pg.Pool {
  pool ??= makePool({ max: 16 });
  return pool;
}

/**
 * Connections for statements that many calls share. Their plans go by the indexes, always: one that was
 * made while a table was small must not read all of it when it has grown. And they wait for a lock only
 * so long: whoever holds one for longer must not stop the calls of everybody else.
 */
function getSharedPool(): pg.Pool {
  sharedPool ??= makePool(keptPlans(BESIDE_INDEXES_IN_KEPT_PLANS));
  return sharedPool;
}

/** Connections for the queue of due work. Its plans also never sort: each of its statements has an index in its own
 *  order, and a sort would read the whole backlog first. */
function getDuePool(): pg.Pool {
  duePool ??= makePool(
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
  exportPool ??= makePool({
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
  logPool ??= makePool({
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
  const closing = [pool, sharedPool, duePool, exportPool, logPool];
  pool = undefined;
  sharedPool = undefined;
  duePool = undefined;
  exportPool = undefined;
  logPool = undefined;
  orm = undefined;
  await Promise.all(closing.map((one) => one?.end()));
}

export { schema };
