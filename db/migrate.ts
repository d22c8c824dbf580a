import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
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

const FOLDER = { migrationsFolder: fileURLToPath(new URL("./migrations", import.meta.url)) };

/** The last program whose migrations led up to `0000_first.sql` one by one. */
const PREDECESSOR = "7f9a5b9";

/**
 * Throws when the database is older than `0000_first.sql`, which stands for the 31 migrations of `PREDECESSOR`.
 * drizzle applies each migration whose date is later than that of the last applied one. `0000_first` has the date of
 * the last of those 31, so a database that has all of them continues with `0001`; one that has only some would get
 * `0000_first` on top of its tables.
 */
async function refuseTooOld(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as known",
  );
  if (!rows[0]!.known) return;
  const applied = await client.query<{ last: string | null }>(
    "select max(created_at) as last from drizzle.__drizzle_migrations",
  );
  const { last } = applied.rows[0]!;
  if (last === null || Number(last) >= readMigrationFiles(FOLDER)[0]!.folderMillis) return;
  throw new Error(
    `This database is older than this program can upgrade: start the program at commit ${PREDECESSOR} on it once, then start this one. Nothing was changed.`,
  );
}

/** Brings a database's schema up to date with `db/migrations`, all or nothing, makes the daily
 *  partitions around today, and gives the role of the service what it needs, no more. Any number of processes may call it at once: it holds an advisory
 *  lock, so the others wait and then find nothing left to do. Throws what PostgreSQL throws when a
 *  migration fails, and before any change when the database is too old or belongs to another role. */
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
    await refuseTooOld(client);
    await applyMigrations(drizzle(client), FOLDER);
    const { databaseMs } = await askClock(client);
    await ensurePartitions(client, { nowMs: databaseMs, ...days });
    await grantService(client, service);
  } finally {
    // Closing the session releases the lock, also after a failure.
    await client.end();
  }
}
