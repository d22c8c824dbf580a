import pg from "pg";
import { log } from "#lib/kernel/log.ts";

// Money is bigint everywhere; the driver returns int8 as a string by default.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** The open pools of this process. */
const open = new Set<pg.Pool>();

/** A pool with the limits of all our connections, unless `config` sets others. */
export function makePool(config: pg.PoolConfig & { connectionString: string }): pg.Pool {
  const made = new pg.Pool({
    // Ends a stuck statement; reports set their own limit.
    statement_timeout: 30_000,
    // Releases the locks of a process that stopped in the middle of a transaction.
    idle_in_transaction_session_timeout: 30_000,
    // Fails after 10 s when the pool is exhausted.
    connectionTimeoutMillis: 10_000,
    // A new connection plans its statements anew, so keep connections through quiet minutes.
    idleTimeoutMillis: 300_000,
    // A program that has finished exits without closing its pools.
    allowExitOnIdle: true,
    application_name: "paydesk",
    ...config,
  });
  open.add(made);
  // Without a listener, an idle connection that drops would end the process.
  made.on("error", (error) => log.warn("an idle database connection dropped", { error }));
  // The pool listens to idle connections only. A connection that drops between two statements of a transaction would end the
  // process too; the next statement fails anyway.
  made.on("connect", (client) => {
    client.on("error", (error) => log.debug("a database connection dropped", { error }));
  });
  return made;
}

/** Closes every pool once its work is done. */
export async function closePools(): Promise<void> {
  const closing = [...open];
  open.clear();
  await Promise.all(closing.map((one) => one.end()));
}

/** Planner settings that are off for statements that need few rows of many: the plan goes from row to row by the indexes, whatever the
 *  statistics said when the table was small or the day's partition empty. */
export const BESIDE_INDEXES = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin"] as const;

/** The same for kept plans: an inner side that was empty at planning time is not materialised. */
export const BESIDE_INDEXES_IN_KEPT_PLANS = [...BESIDE_INDEXES, "enable_material"] as const;

/** Statements that switch settings off for the rest of their transaction. */
export const switchedOff = (names: readonly string[]) =>
  names.map((name) => `set local ${name} = off;`).join(" ");
