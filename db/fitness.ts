import { readFileSync } from "node:fs";
import { followReading } from "#lib/kernel/clock.ts";
import { getPool } from "./client.ts";
import { askClock } from "./clock.ts";
import { NoPrimaryError } from "./servers.ts";
import { sqlState } from "./transact.ts";

/** A statement that waits this long for an exclusive lock stops every call behind it. */
const LONGEST_WAIT_S = 1;

const STATE = `
  select pg_is_in_recovery() as standby,
         current_setting('transaction_read_only') = 'on' as "readOnly",
         (select max(created_at)::float8 from drizzle.__drizzle_migrations) as schema,
         (select c.relname::text
            from pg_locks l join pg_class c on c.oid = l.relation
           where not l.granted and l.mode = 'AccessExclusiveLock'
             and l.waitstart < clock_timestamp() - interval '${LONGEST_WAIT_S} s'
           limit 1) as blocked`;

type State = { standby: boolean; readOnly: boolean; schema: number | null; blocked: string | null };

/** The date of this program's last migration. drizzle stores it with each migration that was applied. */
const NEWEST = Math.max(
  ...(
    JSON.parse(
      readFileSync(new URL("./migrations/meta/_journal.json", import.meta.url), "utf8"),
    ) as { entries: Array<{ when: number }> }
  ).entries.map(({ when }) => when),
);

/**
 * Why the database cannot serve this program now, for operators; null when it can. Follows the database's clock with the
 * same connection. A newer schema is no reason: a new version extends the schema while older processes still run.
 * Throws if the database does not answer.
 */
export async function whyCannotServe(newest = NEWEST): Promise<string | null> {
  try {
    return await askFitness(newest);
  } catch (error) {
    if (error instanceof NoPrimaryError) return error.message;
    throw error;
  }
}

async function askFitness(newest: number): Promise<string | null> {
  const client = await getPool().connect();
  // Others find the server that accepts writes.
  let isSpent = false;
  try {
    followReading(await askClock(client));
    const { rows } = await client.query<State>({ name: "db.state", text: STATE });
    const { standby, readOnly, schema, blocked } = rows[0]!;
    isSpent = standby || readOnly;
    if (standby) return "the database is a standby and accepts no writes";
    if (readOnly) return "the database is read-only";
    if (schema === null || schema < newest) return OLDER;
    if (blocked) {
      return `a statement waits for an exclusive lock on ${blocked}, and every call waits behind it`;
    }
    return null;
  } catch (error) {
    if (SCHEMA_MISSING.has(sqlState(error))) return OLDER;
    throw error;
  } finally {
    client.release(isSpent);
  }
}

/** The database's schema compared with this program's. */
export async function schemaAge(): Promise<"older" | "same" | "newer"> {
  try {
    const { rows } = await getPool().query<{ last: number | null }>(
      "select max(created_at)::float8 as last from drizzle.__drizzle_migrations",
    );
    const last = rows[0]!.last ?? 0;
    return last === NEWEST ? "same" : last > NEWEST ? "newer" : "older";
  } catch (error) {
    if (SCHEMA_MISSING.has(sqlState(error))) return "older";
    throw error;
  }
}

const OLDER = "the database's schema is older than this program: run the migrations";

/** No such schema, no such table, and no privilege on it, which the migration grants. */
const SCHEMA_MISSING = new Set(["3F000", "42P01", "42501"]);
