import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import type pg from "pg";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { ownServers } from "#test/own-servers.ts";
import type { EmbeddedServer } from "../embedded.ts";
import { backUp, forgetRestored, isRestored, markHeld, restore } from "./backup.ts";

const { newFolder, open, start } = ownServers();

const dataDir = newFolder();
let server: EmbeddedServer;
let client: pg.Client;
const copyFolder = () => join(newFolder(), "copy");
const backUpTo = (folder: string) =>
  backUp({ dataDir, url: server.url, folder, takenAt: dateFromMs(1_800_000_000_000) });

/** A backup of the first test, which the others read. */
let copy = "";

before(async () => {
  server = await start(dataDir);
  client = await open(server.url);
  await client.query(`
    create table pairs (n int, half int);
    create index on pairs (n);
    create table installation (one boolean primary key default true, held_at timestamptz)`);
});

/** Adds pairs until it is stopped; returns how many were committed. */
function keepWriting(client: pg.Client) {
  let stopped = false;
  let committed = 0;
  const writing = (async () => {
    while (!stopped) {
      await client.query("insert into pairs values ($1, 1), ($1, 2)", [committed]);
      committed++;
    }
  })();
  return {
    committed: () => committed,
    stop: async () => {
      stopped = true;
      await writing;
    },
  };
}

async function untilCommitted(writer: { committed(): number }, count: number): Promise<void> {
  while (writer.committed() < count) await new Promise((resolve) => setImmediate(resolve));
}

const PAIRS = `
  select count(*)::int as pairs, count(*) filter (where halves <> 2)::int as broken
    from (select n, count(*) as halves from pairs group by n) p`;

test("a backup under writes holds what was committed before it ended and no half of a transaction, and is held when restored", async () => {
  copy = copyFolder();
  const writer = keepWriting(await open(server.url));
  await untilCommitted(writer, 100);
  const before = writer.committed();
  const size = await backUpTo(copy);
  const after = writer.committed();
  await writer.stop();
  assert.ok(size.files > 100 && size.bytes > 10 * 2 ** 20);

  const elsewhere = newFolder();
  await restore({ folder: copy, dataDir: elsewhere });
  const restored = await start(elsewhere);
  const there = await open(restored.url);
  const { pairs, broken } = (await there.query(PAIRS)).rows[0];
  assert.equal(broken, 0);
  assert.ok(pairs >= before && pairs <= after + 1, `${before}, ${pairs}, ${after}`);
  await there.query("reindex table pairs");

  assert.equal(isRestored(elsewhere), true);
  await markHeld(restored.url);
  forgetRestored(elsewhere);
  assert.equal(isRestored(elsewhere), false);
  const { rows } = await there.query("select held_at is not null as held from installation");
  assert.deepEqual(rows, [{ held: true }]);
});

test("a folder that exists, a folder without a whole backup and one with a database are refused", async () => {
  await assert.rejects(backUpTo(copy), /exists already/);
  await assert.rejects(restore({ folder: copy, dataDir }), /holds a database/);
  await assert.rejects(restore({ folder: newFolder(), dataDir: newFolder() }), /no whole backup/);
});

test("a backup whose connection is lost leaves nothing that can be restored, and the server keeps no log for it", async () => {
  const folder = copyFolder();
  const cut = async () => {
    const sql = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'paydesk backup'`;
    while ((await client.query(sql)).rowCount === 0);
  };
  await Promise.all([cut(), assert.rejects(backUpTo(folder))]);
  assert.equal(existsSync(folder), false);
  const half = { folder: `${folder}.partial`, dataDir: newFolder() };
  await assert.rejects(restore(half), /no whole backup/);
  assert.equal((await client.query("select 1 from pg_replication_slots")).rowCount, 0);
});

test("a damaged backup is refused before anything is written", async () => {
  appendFileSync(join(copy, "postgres", "PG_VERSION"), "x");
  const elsewhere = newFolder();
  await assert.rejects(
    restore({ folder: copy, dataDir: elsewhere }),
    /PG_VERSION is damaged or missing/,
  );
  assert.deepEqual(readdirSync(elsewhere), []);
});
