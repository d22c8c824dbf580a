import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { log } from "#lib/kernel/log.ts";
import { askClock } from "./clock.ts";
import { ensurePartitions } from "./partitions.ts";
import { type Addresses, grantService, refuseStranger, roleOf } from "./roles.ts";

/** Any number, the same for every starter: whoever holds it is migrating. */
const MIGRATION_LOCK = 7_340_002;

/** The code of a notice that a statement raises by itself, unlike those of PostgreSQL's own. */
const RAISED = "00000";

/** Days of the daily tables that exist from the first moment: the history that is kept, and
 *  enough ahead for the worker's loop to take over. */
const DEFAULT_DAYS = { daysBack: 31, daysAhead: 3 };

/** Brings a database's schema up to date with `db/migrations`, all or nothing, makes the daily
 *  partitions around today, and gives the role of the service what it needs, no more. Any number of processes may call it at once: it holds an advisory
 *  lock, so the others wait and then find nothing left to do. Throws what PostgreSQL throws when a
 *  migration fails. */
export async function migrate(
  { ownerUrl, serviceUrl }: Addresses,
  days = DEFAULT_DAYS,
): Promise<void> {
  const service = await roleOf(serviceUrl);
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: "paydesk migrate",
  });
  client.on("error", () => {});
  // A migration that changes data tells how many rows.
  client.on("notice", ({ code, message }) => {
    if (code === RAISED) log.warn(message ?? "");
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await refuseStranger(client);
    await applyMigrations(drizzle(client), {
      migrationsFolder: fileURLToPath(new URL("./migrations", import.meta.url)),
    });
    const { databaseMs } = await askClock(client);
    await ensurePartitions(client, { nowMs: databaseMs, ...days });
    await grantService(client, service);
  } finally {
    // Closing the session releases the lock, also after a failure.
    await client.end();
  }
}
