import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { lendingSocket } from "./lending-socket.ts";
import { closeNotifier } from "./notify.ts";
import type { PatientPool } from "./patient-pool.ts";
import { BESIDE_INDEXES_IN_KEPT_PLANS, closePools, makePool, type PoolName } from "./pool.ts";
import { THROUGH_POOLER } from "./pooler.ts";
import { readSource } from "./read-source.ts";
import * as schema from "./schema/index.ts";
import {
  areShardsKnown,
  areShardsOld,
  findShards,
  isSharded,
  keptPlanMode,
  setShards,
  shardOf,
} from "./shards.ts";

export type Db = NodePgDatabase;

let pool: PatientPool | undefined;
let sharedPool: PatientPool | undefined;
let duePool: PatientPool | undefined;
let exportPool: PatientPool | undefined;
let logPool: PatientPool | undefined;
let orm: Db | undefined;
let readingShards: Promise<void> | undefined;

const servicePool = (name: PoolName, config: pg.PoolConfig): PatientPool =>
  makePool(name, { connectionString: env.databaseDirectUrl, ...config });

/** The most connections that this process may open, of those that all processes share. */
let fairShare = Number.POSITIVE_INFINITY;

/** The connections of each pool: parts of `DATABASE_POOL` or of the fair share. A pool that a process does not use opens
 * none. */
export function poolSizes() {
  const all = Math.min(env.databasePool, fairShare);
  const share = (part: number) => Math.max(1, Math.floor(all * part));
  return {
    main: Math.max(2, share(0.4)),
    shared: share(0.2),
    due: share(0.2),
    export: share(0.15),
    log: 1,
  };
}

/** Limits the pools to `share` connections, now and when they are made. */
export function limitConnections(share: number): void {
  fairShare = share;
  const sizes = poolSizes();
  pool?.resize(sizes.main);
  sharedPool?.resize(sizes.shared);
  duePool?.resize(sizes.due);
  exportPool?.resize(sizes.export);
}

/** Connections of this process as the service's role. Created on first use, so that tests can choose the database. */
export function getPool(): pg.Pool {
  const { main: max } = poolSizes();
  pool ??= env.databasePooled
    ? makePool("main", { connectionString: env.databaseUrl, max, ...THROUGH_POOLER })
    : servicePool("main", { max });
  return pool;
}

/** Reads which shards there are, once per process, and on Citus again from time to time. Throws if the database does not
 *  answer. */
export async function knowShards(): Promise<void> {
  if (areShardsKnown() && !areShardsOld()) return;
  const reading = renewShards();
  // The shards that are known are used until then.
  if (areShardsKnown()) reading.catch((error) => log.warn("shards not read", { error }));
  else await reading;
}

/** Reads again which shards there are, and where. */
export async function renewShards(): Promise<void> {
  readingShards ??= readShards();
  await readingShards;
}

async function readShards(): Promise<void> {
  const asked = getPool();
  try {
    const found = await findShards(asked);
    // Meanwhile the connections may have become those of another database.
    if (asked !== pool) return;
    setShards(found);
  } finally {
    readingShards = undefined;
  }
}

/** Runs `work` on the rows of each shard. On one PostgreSQL these are all. */
export async function perShard<Row extends { accountId: string }, T>(
  rows: readonly Row[],
  work: (own: readonly Row[]) => Promise<T>,
): Promise<T[]> {
  await knowShards();
  if (!isSharded()) return [await work(rows)];
  const own = Map.groupBy(rows, ({ accountId }) => shardOf(accountId));
  return await Promise.all([...own.values()].map(work));
}

/** Connections for statements that many calls share. Their plans always use indexes, because a plan made while a
 * table was small must not read all of it once it has grown. They wait for a lock for at most 1 s, so that the
 * holder of one lock cannot block everyone's calls. */
function getSharedPool(): pg.Pool {
  sharedPool ??= servicePool("shared", keptPlans(poolSizes().shared, BESIDE_INDEXES_IN_KEPT_PLANS));
  return sharedPool;
}

/** Connections for the queue of due work. Their plans never sort either: each statement has an index in its own
 * order, and a sort would read the whole backlog first. */
function getDuePool(): pg.Pool {
  duePool ??= servicePool(
    "due",
    keptPlans(poolSizes().due, [
      ...BESIDE_INDEXES_IN_KEPT_PLANS,
      "enable_sort",
      "enable_incremental_sort",
    ]),
  );
  return duePool;
}

const keptPlans = (max: number, off: readonly string[]): pg.PoolConfig => ({
  max,
  lock_timeout: 1_000,
  statement_timeout: 10_000,
  // A server that disappears without closing the connection must not block a group until TCP gives up.
  query_timeout: 12_000,
  options: [...off.map((name) => `-c ${name}=off`), `-c plan_cache_mode=${keptPlanMode()}`].join(
    " ",
  ),
});

/** Connections for files of any length: few, so that they leave enough for others, and without a time limit. If the
 * client is gone, a query that has not sent anything yet notices it by itself. */
export function getExportPool(): pg.Pool {
  const source = readSource.getStore();
  if (source) return source.exports();
  exportPool ??= exportsFrom("export", env.databaseDirectUrl);
  return exportPool;
}

/** The same, from the server of an address. */
export const exportsFrom = (name: PoolName, connectionString: string): PatientPool =>
  makePool(name, {
    connectionString,
    max: poolSizes().export,
    statement_timeout: 0,
    application_name: "paydesk export",
    stream: lendingSocket,
    options: [
      "-c jit=off -c max_parallel_workers_per_gather=0 -c default_transaction_read_only=on",
      "-c client_connection_check_interval=5s",
    ].join(" "),
  });

/** Connections for statements outside the builder: reads go where `fromReplica` says, or to the primary. */
export const getReadPool = (): pg.Pool => readSource.getStore()?.pool ?? getPool();

/** The connection for data that is written in the background and may be lost: it does not wait for the disk and does
 * not slow the others down. */
export function getLogPool(): pg.Pool {
  logPool ??= servicePool("log", {
    max: poolSizes().log,
    application_name: "paydesk log",
    options: "-c synchronous_commit=off",
    // Needed only while there is traffic.
    idleTimeoutMillis: 10_000,
  });
  return logPool;
}

/** The query builder outside a transaction. Within `fromReplica` it reads from the replica. */
export function db(): Db {
  return readSource.getStore()?.orm ?? primaryDb();
}

/** The query builder on the server that accepts writes. */
function primaryDb(): Db {
  orm ??= drizzle(getPool());
  return orm;
}

/** Runs a prepared statement, parsed and planned once per connection under `name`. Within `fromReplica` it reads from the
 * replica. */
export async function runPrepared<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const result = await getReadPool().query<Row>({ name, text, values: [...values] });
  return result.rows;
}

/** Runs a prepared statement that does the work of several calls (`groupCalls`). Throws if it has to wait for a lock
 * for more than 1 s. */
export async function runShared<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  await knowShards();
  const result = await getSharedPool().query<Row>({ name, text, values: [...values] });
  return result.rows;
}

/** Runs a prepared statement of the queue of due work. */
export async function runDue<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  await knowShards();
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
  fairShare = Number.POSITIVE_INFINITY;
  setShards(null);
  closeNotifier();
  await closePools();
}

export { schema };
