import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import { type ClockReading, followReading } from "#lib/kernel/clock.ts";
import { getPool } from "./client.ts";

const READ = "select extract(epoch from clock_timestamp())::float8 * 1000 as ms";

/** Reads the database's clock, which this process's clock follows from then on. Throws if the database does not
 * answer. */
export async function readDatabaseClock(): Promise<void> {
  // Waiting for a connection is not part of the round trip.
  const client = await getPool().connect();
  try {
    followReading(await askClock(client));
  } finally {
    client.release();
  }
}

/** Reads the database's time on a connection that nothing else uses. */
export async function askClock(client: pg.ClientBase): Promise<ClockReading> {
  const askedAt = performance.now();
  const { rows } = await client.query<{ ms: number }>(READ);
  return { databaseMs: rows[0]!.ms, askedAt, answeredAt: performance.now() };
}

/** The time `ms` milliseconds ago by the database's clock. Deletions by age compare with this, never with a
 * parameter, because a process with a wrong clock must not delete recent rows. */
export function databaseAgo(ms: number): SQL {
  return sql`now() - ${ms}::float8 * interval '1 millisecond'`;
}
