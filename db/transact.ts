import { drizzle } from "drizzle-orm/node-postgres";
import type { PgTransactionConfig } from "drizzle-orm/pg-core";
import type pg from "pg";
import { type Db, getPool, getReadPool, knowShards } from "./client.ts";
import { timeCommit } from "./commits.ts";

export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** Serialisation failure and deadlock: the transaction can be retried. */
const RETRIABLE = new Set(["40001", "40P01"]);
const MAX_TRIES = 4;

/** Runs `work` in one transaction: all of it commits, or nothing does. Retries after deadlocks, so `work` must have
 * no effect outside the database: no HTTP, no events in memory. */
export async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  await knowShards();
  for (let attempt = 1; ; attempt++) {
    try {
      return await timeCommit("transaction", () => onOneConnection(getPool(), work));
    } catch (error) {
      if (attempt === MAX_TRIES || !RETRIABLE.has(sqlState(error))) throw error;
    }
  }
}

/** Runs reads in one transaction, on the replica within `fromReplica`. */
export async function readTogether<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return await onOneConnection(getReadPool(), work, { accessMode: "read only" });
}

/** Runs `work` in a transaction of a connection that the pool gets back in any case. The query builder, given a pool, keeps
 * the connection for good when `begin` fails. */
async function onOneConnection<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await pool.connect();
  try {
    return await drizzle(client).transaction(work, config);
  } finally {
    client.release();
  }
}

/** Turns a verb that works in the caller's transaction into one that opens its own: `export const deleteEndpoint =
 * inTransaction(deleteEndpointIn, notifyDispatcher)`. `afterCommit` runs after the commit. If the process crashes in
 * between, polling must find the work. */
export function inTransaction<Args extends unknown[], Result>(
  verb: (tx: Tx, ...args: Args) => Promise<Result>,
  afterCommit?: () => void,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    const result = await transact((tx) => verb(tx, ...args));
    afterCommit?.();
    return result;
  };
}

/** The SQLSTATE of a database error, also when the query builder has wrapped it; "" otherwise. */
export function sqlState(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string") return current.code;
  }
  return "";
}
