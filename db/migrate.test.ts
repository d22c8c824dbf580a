import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, type TestContext, test } from "node:test";
import pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { askOwner } from "#test/as-owner.ts";
import { createDatabase, dropDatabase } from "./databases.ts";
import { applyMigration, migrate } from "./migrate.ts";
import { catalogOf } from "./schema-catalog.ts";

const NAME = `race_${process.pid}`;
const TOO_NEW = `too_new_${process.pid}`;
const TOO_OLD = `too_old_${process.pid}`;
after(async () => {
  await dropDatabase(env.databaseOwnerUrl, NAME);
  await dropDatabase(env.databaseOwnerUrl, TOO_OLD);
  await dropDatabase(env.databaseOwnerUrl, TOO_NEW);
});

/** The service's role in another database. */
function onSameDatabase(ownerUrl: string): string {
  const url = new URL(env.databaseUrl);
  url.pathname = new URL(ownerUrl).pathname;
  return url.href;
}

test("several processes migrate one empty database concurrently, and each ends with the whole schema", async () => {
  const ownerUrl = await createDatabase(env.databaseOwnerUrl, NAME);
  await Promise.all(
    Array.from({ length: 5 }, () => migrate({ ownerUrl, serviceUrl: onSameDatabase(ownerUrl) })),
  );
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const applied = await client.query("select hash from drizzle.__drizzle_migrations");
  const hashes = applied.rows.map((row) => row.hash);
  assert.ok(hashes.length > 0);
  assert.equal(new Set(hashes).size, hashes.length, "a migration was applied twice");
  const tables = await client.query("select to_regclass('payments') as payments");
  assert.notEqual(tables.rows[0].payments, null);
  await client.end();
});

test("a database older than the first migration is refused with the next step, and does not change", async () => {
  const ownerUrl = await createDatabase(env.databaseOwnerUrl, TOO_OLD);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  // The last migration is the 30th of the 31 that `0000_first` replaced.
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('a hash', 1795366095573);
    create table accounts (id text primary key)`);
  const state = async () => [
    await catalogOf(client),
    (await client.query("select * from drizzle.__drizzle_migrations")).rows,
  ];
  const before = await state();
  await assert.rejects(
    migrate({ ownerUrl, serviceUrl: onSameDatabase(ownerUrl) }),
    /start the program at commit 7f9a5b9 on it once, then start this one\. Nothing was changed\./,
  );
  assert.deepEqual(await state(), before);
  await client.end();
});

test("a database that a newer version upgraded is refused and does not change", async () => {
  const ownerUrl = await createDatabase(env.databaseOwnerUrl, TOO_NEW);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('a hash', 4102444800000)`);
  const before = await catalogOf(client);
  await assert.rejects(
    migrate({ ownerUrl, serviceUrl: onSameDatabase(ownerUrl) }),
    /upgraded by a newer version of this program\. Start that version/,
  );
  assert.deepEqual(await catalogOf(client), before);
  await client.end();
});

/** Opens a connection of the owner that the test's end closes. */
async function connect(t: TestContext): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env.databaseOwnerUrl });
  await client.connect();
  t.after(() => client.end());
  return client;
}

const MIGRATION = {
  sql: ["alter table accounts add column busy int", "alter table accounts drop column busy"],
  hash: "of the test",
  folderMillis: 0,
  bps: true,
};

test("while a migration waits for a long read, others read and write without waiting for it", async (t) => {
  const [reader, migrator, caller] = [await connect(t), await connect(t), await connect(t)];
  await reader.query("begin; select from accounts");
  const migrating = applyMigration(migrator, MIGRATION, 60_000);
  const waits: number[] = [];
  const isWaiting = `select from pg_locks where not granted and mode = 'AccessExclusiveLock'`;
  // The migration tries again and again, with the call that would queue behind it in each of the first two tries.
  for (let tries = 0; tries < 2; tries++) {
    while ((await caller.query(isWaiting)).rowCount === 0);
    const started = performance.now();
    await caller.query("update accounts set name = name where false");
    waits.push(performance.now() - started);
    while ((await caller.query(isWaiting)).rowCount !== 0);
  }
  assert.ok(Math.max(...waits) < 1_000, `calls waited ${waits.join(", ")} ms`);
  await reader.query("commit");
  await migrating;
  const { rowCount } = await caller.query(
    "delete from drizzle.__drizzle_migrations where hash = $1",
    [MIGRATION.hash],
  );
  assert.equal(rowCount, 1);
});

test("a migration that gets no lock in time changes nothing", async (t) => {
  const [reader, migrator] = [await connect(t), await connect(t)];
  await reader.query("begin; select from accounts");
  await assert.rejects(applyMigration(migrator, MIGRATION, 0), /lock timeout/);
  await reader.query("rollback");
  const { rowCount } = await migrator.query(
    "select from drizzle.__drizzle_migrations where hash = $1",
    [MIGRATION.hash],
  );
  assert.equal(rowCount, 0);
});

const INDEXED = {
  sql: [
    'ALTER TABLE "accounts" ADD COLUMN "busy" int',
    'CREATE INDEX "accounts_busy" ON "accounts" USING btree ("busy");',
    'ALTER TABLE "accounts" ADD CONSTRAINT "accounts_busy_known" CHECK (busy > 0);',
  ],
  hash: "of the test with an index",
  folderMillis: 1,
  bps: true,
};
const UNDO = `
  alter table accounts drop column if exists busy;
  delete from drizzle.begun_migrations where created_at = ${INDEXED.folderMillis};
  delete from drizzle.__drizzle_migrations where hash = '${INDEXED.hash}'`;
const IS_WHOLE = `
  select (select indisvalid from pg_index where indexrelid = to_regclass('accounts_busy')) as index,
         (select convalidated from pg_constraint where conname = 'accounts_busy_known') as constraint,
         (select count(*)::int from drizzle.begun_migrations) as begun`;

test("nobody waits while a migration's index waits for a long read, and an interrupted one goes on", async (t) => {
  const [reader, migrator, caller] = [await connect(t), await connect(t), await connect(t)];
  t.after(() => askOwner(UNDO));
  const waiting = "select from pg_locks where not granted and locktype = 'virtualxid'";
  // Has no lock on the table, but an older snapshot.
  await reader.query("begin isolation level repeatable read; select 1");
  const failing = assert.rejects(applyMigration(migrator, INDEXED, 1_500), /lock timeout/);
  while ((await caller.query(waiting)).rowCount === 0);
  const started = performance.now();
  await caller.query("update accounts set busy = 1 where false");
  assert.ok(performance.now() - started < 1_000);
  await failing;
  assert.deepEqual((await caller.query(IS_WHOLE)).rows, [
    { index: false, constraint: null, begun: 1 },
  ]);
  await reader.query("commit");
  await applyMigration(migrator, INDEXED, 60_000);
  assert.deepEqual((await caller.query(IS_WHOLE)).rows, [
    { index: true, constraint: true, begun: 0 },
  ]);
});

test("an index of a partitioned table is made day by day and belongs to the table", async (t) => {
  const migrator = await connect(t);
  const sql = ['CREATE INDEX "events_busy" ON "events" USING btree ("account_id","version","id");'];
  t.after(() => askOwner(`drop index if exists events_busy; ${UNDO}`));
  await applyMigration(migrator, { ...INDEXED, sql }, 60_000);
  const { rows } = await migrator.query(
    `select indisvalid as valid,
            (select count(*) from pg_inherits where inhparent = 'events_busy'::regclass)
              = (select count(*) from pg_inherits where inhparent = 'events'::regclass) as whole
       from pg_index where indexrelid = 'events_busy'::regclass`,
  );
  assert.deepEqual(rows, [{ valid: true, whole: true }]);
});

test("a migrated database does not change", async () => {
  const addresses = { ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseUrl };
  await migrate(addresses);
  await migrate(addresses);
});

test("the journal has every migration by date, and only the newest snapshot is kept", () => {
  const folder = new URL("./migrations/", import.meta.url);
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    readFileSync(new URL("meta/_journal.json", folder), "utf8"),
  );
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  assert.deepEqual(
    journal.entries.map(({ tag }) => `${tag}.sql`),
    files.sort(),
  );
  // drizzle skips a migration that is older than the last applied one.
  const dates = journal.entries.map(({ when }) => when);
  assert.deepEqual(
    dates,
    [...new Set(dates)].sort((a, b) => a - b),
  );
  const newest = String(journal.entries.length - 1).padStart(4, "0");
  assert.deepEqual(readdirSync(new URL("meta/", folder)).sort(), [
    `${newest}_snapshot.json`,
    "_journal.json",
  ]);
});
