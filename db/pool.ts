import pg from "pg";
import { log } from "#lib/kernel/log.ts";

// Money is bigint everywhere; the driver's default for int8 would be a string.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** Every pool of this process that is open. */
const open = new Set<pg.Pool>();

/** Connections with the limits that all of ours have, unless `config` sets others. */
export function makePool(config: pg.PoolConfig & { connectionString: string }): pg.Pool {
  const made = new pg.Pool({
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
  open.add(made);
  // Without a listener an idle connection that drops would end the process.
  made.on("error", (error) => log.warn("an idle database connection dropped", { error }));
  // The pool listens to idle connections only. One that drops between two statements of a
  // transaction would end the process too; the transaction's next statement tells of it anyway.
  made.on("connect", (client) => {
    client.on("error", (error) => log.debug("a database connection dropped", { error }));
  });
  return made;
}

/** Closes every pool that was made, once its work is done. */
export async function closePools(): Promise<void> {
  const closing = [...open];
  open.clear();
  await Promise.all(closing.map((one) => one.end()));
}
