// A new major version of the embedded PostgreSQL, with Debian's PostgreSQL 15 as the old one.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { type EmbeddedServer, startEmbedded } from "#db/embedded.ts";
import { childEnv, env } from "#lib/kernel/env.ts";

const OLD = "/usr/lib/postgresql/15/bin";
const FIXTURE = new URL("../test/fixtures/database-7f9a5b9.sql.gz", import.meta.url);
const dataDir = mkdtempSync(join(tmpdir(), "paydesk-major-"));
const versionIn = (folder: string) =>
  readFileSync(join(dataDir, folder, "PG_VERSION"), "utf8").trim();

let server: EmbeddedServer | undefined;
after(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

const program = (name: string) => join(OLD, name);
const binaries = {
  ...{ initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") },
};

before(async () => {
  assert.ok(existsSync(OLD), "PostgreSQL 15 is missing: bash ops/install");
  const old = await startEmbedded({ dataDir, binaries });
  await ask(old.url, gunzipSync(readFileSync(FIXTURE)).toString("utf8"));
  // More than goes through the connection at once.
  await ask(
    old.url,
    `insert into customers (account_id, id, mode, name)
     select account_id, 'cus_copy' || n, mode, repeat('x', 500) from customers, generate_series(1, 20000) n
      where id = (select min(id) from customers)`,
  );
  await old.stop();
  writeFileSync(join(dataDir, "master.key"), env.masterKey.toString("base64"));
});

/** Runs the command; `killAt` kills it as soon as that exists. */
async function upgrade(killAt?: () => boolean) {
  const child = spawn(process.execPath, ["lib/cli/upgrade-database.ts", OLD], {
    env: childEnv({
      ...{ DATA_DIR: dataDir, PAYDESK_THROWAWAY: "1", NODE_TEST_CONTEXT: undefined },
      ...{ DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined, PAYDESK_MASTER_KEY: undefined },
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  while (killAt && child.exitCode === null && !killAt()) await new Promise((r) => setImmediate(r));
  if (killAt) child.kill("SIGKILL");
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

test("the start says what to do about an older database, and changes nothing", async () => {
  const { refuseOtherMajor } = await import("#db/embedded/new-major.ts");
  assert.throws(() => refuseOtherMajor(dataDir), /made by PostgreSQL 15.*upgrade-database/);
});

test("an upgrade that is killed leaves the old database in its place", async () => {
  const { code } = await upgrade(() => existsSync(join(dataDir, "postgres.next", "postgres")));
  assert.equal(code, null);
  assert.equal(versionIn("postgres"), "15");
});

test("every row is on the new PostgreSQL, the books agree, and the old folder is kept", async () => {
  const { out, err, code } = await upgrade();
  assert.equal(code, 0, err);
  assert.match(out, /^customers: 2\d{4}$/m);
  assert.match(out, /all rows agree/);
  assert.equal(versionIn("postgres.15"), "15");
  assert.equal(versionIn("postgres"), "18");
  server = await startEmbedded({ dataDir, throwaway: true });
  const { rows } = await ask(
    server.serviceUrl,
    "select count(*)::int as n, max(length(name)) as longest from customers where id like 'cus_copy%'",
  );
  assert.deepEqual(rows, [{ n: 20_000, longest: 500 }]);
});
