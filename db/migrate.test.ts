import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { createDatabase, dropDatabase } from "./databases.ts";
import { migrate } from "./migrate.ts";

const NAME = `race_${process.pid}`;
after(() => dropDatabase(env.databaseOwnerUrl, NAME));

/** The role of the service in another database. */
function onSameDatabase(ownerUrl: string): string {
  const url = new URL(env.databaseUrl);
  url.pathname = new URL(ownerUrl).pathname;
  return url.href;
}

test("several starters migrate one empty database at the same time, and each ends with the whole schema", async () => {
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

test("a migrated database is left as it is", async () => {
  const addresses = { ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseUrl };
  await migrate(addresses);
  await migrate(addresses);
});
