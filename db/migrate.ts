import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { log } from "#lib/kernel/log.ts";
import { askClock } from "./clock.ts";
import { ensurePartitions } from "./partitions.ts";
import { type Addresses, grantService, refuseStranger, roleOf } from "./roles.ts";

/** Any number, the same for every process: its holder is migrating. */
const MIGRATION_LOCK = 7_340_002;

/** The code of a notice that a statement raises itself, unlike PostgreSQL's own. */
const RAISED = "00000";

/** Days of the daily tables that exist from the start: the stored history, and enough future days until the worker's
 * loop runs. */
const DEFAULT_DAYS = { daysBack: 31, daysAhead: 3 };

const FOLDER = { migrationsFolder: fileURLToPath(new URL("./migrations", import.meta.url)) };

/** The last program with the migrations that `0000_first.sql` replaced. */
const PREDECESSOR = "7f9a5b9";

/** Throws if the database is older than `0000_first.sql`, which replaces the 31 migrations of `PREDECESSOR`. drizzle
 * applies each migration with a later date than the last applied one. `0000_first` has the date of the last of those
 * 31, so a database with all of them continues with `0001`; to one with only some of them drizzle would apply
 * `0000_first` on top of its tables. */
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

/** Migrates a database with `db/migrations` in one transaction, creates the daily partitions around today, and grants
 * the service's role exactly what it needs. Several processes can call it: it holds an advisory lock, and the others
 * wait and then find nothing to do. Throws PostgreSQL's error if a migration fails, and before any change if the
 * database is too old or belongs to another role. */
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
  // A migration that changes data reports the number of rows.
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
    // Ending the session releases the lock, also after a failure.
    await client.end();
  }
}
