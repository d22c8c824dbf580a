import { randomBytes } from "node:crypto";
import pg from "pg";
import { log } from "#lib/kernel/log.ts";
import { publishReadings, type Reading, type Sample } from "#lib/kernel/readings.ts";
import { PatientPool } from "./patient-pool.ts";
import { ServiceClient } from "./service-client.ts";
import { watchSilence } from "./silence.ts";

// Money is bigint everywhere; the driver returns int8 as a string by default.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** By this name the connections of one process are told from others' (`db/share.ts`). */
const PROCESS = `paydesk ${randomBytes(4).toString("hex")}`;

/** The pools of a process, by what their connections are for. */
export type PoolName =
  | "main"
  | "shared"
  | "due"
  | "export"
  | "log"
  | "owner"
  | "replica"
  | "replica_export";

/** The open pools of this process. */
const open = new Map<PatientPool, PoolName>();

const tell = (name: string, help: string, read: (pool: pg.Pool) => number): Reading => ({
  name,
  help,
  read() {
    const sums = new Map<PoolName, number>();
    for (const [each, pool] of open) sums.set(pool, (sums.get(pool) ?? 0) + read(each));
    return [...sums].map(([pool, value]): Sample => ({ labels: { pool }, value }));
  },
});

/** Figures of the pools for operators. */
const READINGS: readonly Reading[] = [
  tell(
    "paydesk_database_pool_size",
    "The most connections that each pool of this process may open.",
    (pool) => pool.options.max,
  ),
  tell(
    "paydesk_database_connections",
    "Connections in each pool of this process.",
    (pool) => pool.totalCount,
  ),
  tell(
    "paydesk_database_connections_idle",
    "Connections in each pool of this process that are not in use.",
    (pool) => pool.idleCount,
  ),
  tell(
    "paydesk_database_waiting",
    "Calls of this process that wait for a connection of each pool.",
    (pool) => pool.waitingCount,
  ),
];

/** A pool with the limits of all our connections, unless `config` sets others. */
export function makePool(
  name: PoolName,
  config: pg.PoolConfig & { connectionString: string },
): PatientPool {
  const made = new PatientPool({
    // Ends a stuck statement; reports set their own limit.
    statement_timeout: 30_000,
    // Releases the locks of a process that stopped during a transaction.
    idle_in_transaction_session_timeout: 30_000,
    // The driver's types know only its own clients.
    Client: ServiceClient as unknown as new () => pg.ClientBase,
    // Fails after 10 s when the pool is exhausted.
    connectionTimeoutMillis: 10_000,
    // A new connection has to plan its statements again, so connections stay open for 5 minutes without traffic.
    idleTimeoutMillis: 300_000,
    // A finished program exits without closing its pools.
    allowExitOnIdle: true,
    application_name: PROCESS,
    ...config,
  });
  open.set(made, name);
  publishReadings(...READINGS);
  // Without a listener, a lost idle connection would end the process.
  made.on("error", (error) => log.warn("idle database connection lost", { error }));
  // The pool listens to idle connections only. A connection lost between two statements of a transaction would end
  // the process too; the next statement fails in any case.
  made.on("connect", (client) => {
    client.on("error", (error) => log.debug("database connection lost", { error }));
  });
  watchSilence(made);
  return made;
}

/** Whether this process may have connections to close. */
export const hasPools = () => open.size > 0;

/** Closes every pool once its work is done. */
export async function closePools(): Promise<void> {
  const closing = [...open.keys()].filter((one) => !one.ending);
  open.clear();
  await Promise.all(closing.map((one) => one.end()));
}

/** Planner settings that are off for statements that need few rows of many, so that they use indexes whatever the
 * statistics said when the table was small or the day's partition empty. */
export const BESIDE_INDEXES = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin"] as const;

/** The same for kept plans, which must not materialise an inner side that was empty at planning time. */
export const BESIDE_INDEXES_IN_KEPT_PLANS = [...BESIDE_INDEXES, "enable_material"] as const;

/** Statements that switch settings off for the rest of their transaction. */
export const switchedOff = (names: readonly string[]) =>
  names.map((name) => `set local ${name} = off;`).join(" ");

/** A text of its own, without `begin`, of `set local` statements that the nodes of Citus take over, which they do not with
 * `set_config`. Citus sends them the whole text for each of its statements that is to be told, so only the `last` is. One
 * PostgreSQL does not read that setting. */
export const tellNodes = (settings: string, last: string) => `
  set local citus.propagate_set_commands = 'none';
  ${settings}
  set local citus.propagate_set_commands = 'local';
  ${last}`;

/** Statements that set the time zone, and whether the planner may use `names`, for the rest of the transaction: a text as of
 * `tellNodes`. */
export const setLocally = (timezone: string, names: readonly string[], value: "on" | "off") =>
  tellNodes(
    names.map((name) => `set local ${name} = ${value};`).join(" "),
    `set local timezone = ${pg.escapeLiteral(timezone)}`,
  );
