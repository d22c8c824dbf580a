import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { promisify } from "node:util";
import pg from "pg";
import { readPidFile } from "./embedded/postmaster.ts";
import { type EmbeddedServer, startEmbedded } from "./embedded.ts";

const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-embedded-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, throwaway: true });
  cleanups.push(() => server.stop());
  return server;
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function pidOf(dataDir: string): number {
  const file = readPidFile(join(dataDir, "postgres"));
  assert.ok(file, "the server wrote no postmaster.pid");
  return file.pid;
}

test("a server starts from an empty folder, keeps its data after a stop, and hides its password", async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  assert.equal(first.adopted, false);
  await ask(first.url, "create table kept (n int); insert into kept values (42)");
  assert.equal(await first.stop(), true);
  await assert.rejects(ask(first.url, "select 1"));

  const second = await start(dataDir);
  assert.equal(second.adopted, false);
  assert.equal(second.url, first.url, "the address changed for no reason");
  assert.deepEqual(await ask(second.url, "select n from kept"), [{ n: 42 }]);
  assert.equal(statSync(join(dataDir, "postgres.json")).mode & 0o777, 0o600);
});

test("it accepts only connections from this machine with the right password, and text is UTF-8", async () => {
  const server = await start(newFolder());
  const rows = await ask<{ listen: string; encoding: string; method: string }>(
    server.url,
    `select current_setting('listen_addresses') as listen,
            current_setting('server_encoding') as encoding,
            current_setting('password_encryption') as method`,
  );
  assert.deepEqual(rows, [{ listen: "127.0.0.1", encoding: "UTF8", method: "scram-sha-256" }]);
  const wrong = new URL(server.url);
  wrong.password = "wrong";
  await assert.rejects(ask(wrong.href, "select 1"), /password authentication failed/);
});

test("a server that outlived its starter is adopted, and stopped by its last user", async () => {
  const dataDir = newFolder();
  const [one, two] = await Promise.all([start(dataDir), start(dataDir)]);
  assert.deepEqual([one.adopted, two.adopted].sort(), [false, true]);
  assert.equal(one.url, two.url);
  assert.equal(await one.stop(), false, "stopped under another's feet");
  assert.deepEqual(await ask(two.url, "select 1 as n"), [{ n: 1 }]);
  assert.equal(await two.stop(), true);
});

test("after the server is killed, its user is notified and the next start recovers what was committed", async () => {
  const dataDir = newFolder();
  const first = await startEmbedded({ dataDir });
  cleanups.push(() => first.stop());
  await ask(first.url, "create table kept (n int); insert into kept values (7)");
  process.kill(pidOf(dataDir), "SIGKILL");
  await first.lost;
  const second = await startEmbedded({ dataDir });
  cleanups.push(() => second.stop());
  assert.equal(second.adopted, false);
  assert.deepEqual(await ask(second.url, "select n from kept"), [{ n: 7 }]);
});

test("a postmaster.pid whose number was reused by another program does not prevent a start", async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  const path = join(dataDir, "postgres", "postmaster.pid");
  const text = readFileSync(path, "utf8");
  await first.stop();
  writeFileSync(path, text.replace(/^\d+/, String(process.pid)));
  const second = await start(dataDir);
  assert.notEqual(pidOf(dataDir), process.pid);
  assert.deepEqual(await ask(second.url, "select 1 as n"), [{ n: 1 }]);
});

test("a killed starter leaves a server that the next one adopts", async () => {
  const dataDir = newFolder();
  const script = `
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve("./embedded.ts"))};
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, throwaway: true });
    process.kill(process.pid, "SIGKILL");`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]).catch(
    () => {},
  );
  const pid = pidOf(dataDir);
  const server = await start(dataDir);
  assert.equal(server.adopted, true);
  assert.equal(pidOf(dataDir), pid);
});
