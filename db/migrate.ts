import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import { backOffMs, logTrouble } from "#lib/kernel/trouble.ts";
import { askClock } from "./clock.ts";
import { distribute, isCoordinator } from "./distribute.ts";
import { runLongStep } from "./long-steps.ts";
import { stepsOf } from "./migration-steps.ts";
import { ensurePartitions } from "./partitions.ts";
import { type Addresses, grantService, refuseStranger, roleOf } from "./roles.ts";
import { ServiceClient } from "./service-client.ts";
import { sqlState } from "./transact.ts";

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

/** Throws if the database is older than `0000_first.sql`, which replaces the 31 migrations of `PREDECESSOR`, or newer than
 * this program. A migration is applied if it is later than the last applied one. `0000_first` has the date of the last of
 * those 31, so a database with all of them continues with `0001`; to one with only some of them `0000_first` would be
 * applied on top of its tables. */
function refuseOther(last: number | null, migrations: readonly MigrationMeta[]): void {
  if (last === null) return;
  if (last < migrations[0]!.folderMillis) {
    throw new Error(
      `This database is older than this program can upgrade: start the program at commit ${PREDECESSOR} on it once, then start this one. Nothing was changed.`,
    );
  }
  if (last > migrations.at(-1)!.folderMillis) {
    throw new Error(
      "This database was upgraded by a newer version of this program. Start that version: this one does not know the schema. Nothing was changed.",
    );
  }
}

/** Creates drizzle's table of applied migrations, and ours of those whose transaction is committed and whose long steps are not done. */
const APPLIED = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.begun_migrations (created_at bigint primary key)`;

async function lastApplied(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as known",
  );
  if (!rows[0]!.known) return null;
  const applied = await client.query<{ last: string | null }>(
    "select max(created_at) as last from drizzle.__drizzle_migrations",
  );
  const { last } = applied.rows[0]!;
  return last === null ? null : Number(last);
}

/** A statement that waits for a lock stops all calls that come after it, and those after the locks that its transaction has
 * already: so both together give up early, and are tried again. */
const LOCK_TIMEOUT_MS = 300;
const LEAST_LOCK_TIMEOUT_MS = 50;
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

type Value = string | number;
type Statement = { text: string; values?: Value[] };

async function transactBriefly(client: pg.Client, statements: readonly Statement[]) {
  const started = performance.now();
  await client.query("begin");
  try {
    for (const { text, values } of statements) {
      const left = Math.round(LOCK_TIMEOUT_MS - (performance.now() - started));
      await client.query(`set local lock_timeout = ${Math.max(LEAST_LOCK_TIMEOUT_MS, left)}`);
      await client.query(text, values);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Repeats `attempt` until it gets its locks, for at most `patienceMs`. */
async function untilLocked(name: string, patienceMs: number, attempt: () => Promise<void>) {
  const started = performance.now();
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const isLocked = [LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error));
      if (!isLocked || performance.now() - started > patienceMs) throw error;
      logTrouble("a migration waits for a lock that a long transaction holds", error, {
        migration: name,
      });
      await sleep(backOffMs(failures, PAUSE_MS, LONGEST_PAUSE_MS));
    }
  }
}

async function isBegun(client: pg.Client, folderMillis: number): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from drizzle.begun_migrations where created_at = $1",
    [folderMillis],
  );
  return (rowCount ?? 0) > 0;
}

/** Applies one migration to a database that may be in use: its transaction, and then by themselves the steps that read whole
 * tables. While others hold locks that it needs, it tries again, for at most `patienceMs` each. If it is interrupted after its
 * transaction, the next call goes on with the steps. */
export async function applyMigration(
  client: pg.Client,
  { sql, hash, folderMillis }: MigrationMeta,
  patienceMs: number,
) {
  const name = dateFromMs(folderMillis).toISOString();
  const done = {
    text: "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)",
    values: [hash, folderMillis],
  };
  const briefly = (statements: readonly Statement[]) =>
    untilLocked(name, patienceMs, () => transactBriefly(client, statements));
  const { together, long } = stepsOf(sql);
  const texts = together.map((text) => ({ text }));
  if (long.length === 0) return await briefly([...texts, done]);
  const values = [folderMillis];
  if (!(await isBegun(client, folderMillis))) {
    const begun = { text: "insert into drizzle.begun_migrations values ($1)", values };
    await briefly([...texts, begun]);
  }
  for (const step of long) {
    await untilLocked(name, patienceMs, async () => {
      await client.query(`set lock_timeout = ${Math.max(1, patienceMs)}`);
      await runLongStep(client, step, (all) => briefly(all.map((text) => ({ text }))));
    });
  }
  await client.query("reset lock_timeout");
  await briefly([
    done,
    { text: "delete from drizzle.begun_migrations where created_at = $1", values },
  ]);
}

/** Applies one migration to a database that nobody uses yet. */
async function applyAtOnce(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta) {
  await client.query("begin");
  for (const statement of sql) await client.query(statement);
  const done = "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)";
  await client.query(done, [hash, folderMillis]);
  await client.query("commit");
}

const LOCK_POLL_MS = 100;

/** Tries again and again: a statement that waited would hold a snapshot, and an index that the holder makes waits for it. */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock($1) as mine",
      [MIGRATION_LOCK],
    );
    if (rows[0]!.mine) return;
    await sleep(LOCK_POLL_MS);
  }
}

const TEN_MINUTES_MS = 600_000;

/**
 * Migrates a database with `db/migrations`, each in its own transaction, creates the daily partitions around today, and
 * grants the service's role exactly what it needs. The service may run meanwhile: no call waits for a migration's locks for
 * longer than `LOCK_TIMEOUT_MS` and its own statements take, and indexes and checks are made beside the calls. Several processes can call it: it holds an advisory lock, and
 * the others wait and then find nothing to do. Throws PostgreSQL's error if a migration fails or gets no lock within
 * `patienceMs` (earlier ones stay applied, and the next call continues), and before any change if the database is too old,
 * too new or belongs to another role.
 */
export async function migrate(
  { ownerUrl, serviceUrl }: Addresses,
  { patienceMs = TEN_MINUTES_MS, ...days }: Partial<Options> = {},
): Promise<void> {
  const service = await roleOf(serviceUrl);
  const client = new ServiceClient({
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
    await lockMigrations(client);
    await refuseStranger(client);
    const migrations = readMigrationFiles(FOLDER);
    const last = await lastApplied(client);
    refuseOther(last, migrations);
    await client.query(APPLIED);
    for (const each of migrations) {
      if (last === null) await applyAtOnce(client, each);
      else if (each.folderMillis > last) await applyMigration(client, each, patienceMs);
    }
    const { databaseMs } = await askClock(client);
    await ensurePartitions(client, { nowMs: databaseMs, ...DEFAULT_DAYS, ...days });
    await grantService(client, service);
    if (await isCoordinator(client)) await distribute(client);
  } finally {
    // Ending the session releases the lock, also after a failure.
    await client.end();
  }
}

type Options = typeof DEFAULT_DAYS & { patienceMs: number };
