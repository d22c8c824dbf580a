// Runs alone: it starts servers of its own.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import type pg from "pg";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { ownServers } from "#test/own-servers.ts";
import type { EmbeddedServer } from "../embedded.ts";
import { LogArchive, readSegment, segmentName } from "./archive.ts";
import { backUp, restore } from "./backup.ts";
import { isRecovering, recover } from "./point-in-time.ts";

const { endLater, newFolder, open, start } = ownServers();

const dataDir = newFolder();
const folder = newFolder();
const copy = join(newFolder(), "copy");
let server: EmbeddedServer;
let client: pg.Client;
let archive: LogArchive;
/** Between A and B, and after B, by the server's clock. */
let [betweenMs, endMs] = [0, 0];

/** The server's time, with nothing committed in the same millisecond. */
const serverMs = async () => {
  await client.query("select pg_sleep(0.003)");
  const ms = await clockMs();
  await client.query("select pg_sleep(0.003)");
  return ms;
};

const clockMs = async () =>
  Number(
    (await client.query("select extract(epoch from clock_timestamp()) * 1000 as ms")).rows[0].ms,
  );

async function write(what: string): Promise<void> {
  await client.query("insert into words values ($1)", [what]);
}

before(async () => {
  server = await start(dataDir);
  client = await open(server.url);
  await client.query("create table words (word text)");
  archive = await LogArchive.open({ url: server.url, dataDir, folder });
  endLater(() => archive.close());
  await backUp({ dataDir, url: server.url, folder: copy, takenAt: dateFromMs(await serverMs()) });
  await write("A");
  betweenMs = await serverMs();
  await write("B");
  endMs = await serverMs();
  await archive.switch();
  await write("C");
  await archive.switch();
  await archive.look();
});

const restoredTo = async (untilMs: number, from = folder) => {
  const elsewhere = newFolder();
  await restore({
    folder: copy,
    dataDir: elsewhere,
    log: { archive: from, until: dateFromMs(untilMs) },
  });
  const { server: there, reached } = await recover(elsewhere, { throwaway: true });
  endLater(() => there.stop());
  const reader = await open(there.url);
  const { rows } = await reader.query("select word from words order by 1");
  return { words: rows.map(({ word }) => word), reached, reader, dataDir: elsewhere };
};

test("the name of a segment says its timeline and number", () => {
  assert.equal(segmentName("00000001", 257), "000000010000000100000001");
  assert.deepEqual(readSegment("000000010000000100000001"), { timeline: "00000001", number: 257 });
  assert.equal(readSegment("00000002.history"), null);
});

test("a backup is brought to a moment: what was committed before it is there, and what came later is not", async () => {
  const { words, reached, reader, dataDir: elsewhere } = await restoredTo(betweenMs);
  assert.deepEqual(words, ["A"]);
  assert.equal(reached, true);
  assert.equal(isRecovering(elsewhere), false);
  await reader.query("insert into words values ('later')");
  assert.deepEqual((await restoredTo(endMs)).words, ["A", "B"]);
});

test("a moment after the end of the log brings everything that the log holds, and says so", async () => {
  const { words, reached } = await restoredTo(endMs + 3_600_000);
  assert.deepEqual(words, ["A", "B", "C"]);
  assert.equal(reached, false);
});

test("a gap in the archive is named before anything is written", async () => {
  const gapped = newFolder();
  const names = readdirSync(folder).sort();
  // The backup holds those of its own time.
  const last = readdirSync(join(copy, "postgres", "pg_wal"))
    .filter(readSegment)
    .sort()
    .at(-1)!;
  const missing = names.find((name) => readSegment(name) && name > last);
  for (const name of names)
    if (name !== missing) copyFileSync(join(folder, name), join(gapped, name));
  const elsewhere = newFolder();
  await assert.rejects(
    restore({
      folder: copy,
      dataDir: elsewhere,
      log: { archive: gapped, until: dateFromMs(endMs + 1) },
    }),
    new RegExp(`The archive has a gap: ${missing} is missing`),
  );
  assert.equal(existsSync(join(elsewhere, "postgres")), false);
});

test("a moment before the backup is refused", async () => {
  const early = { archive: folder, until: dateFromMs(0) };
  await assert.rejects(
    restore({ folder: copy, dataDir: newFolder(), log: early }),
    /The backup was taken later/,
  );
});

test("the archive is filled once, and the server keeps no more than it needs", async () => {
  assert.deepEqual(await archive.look(performance.now()), []);
  const { rows } = await client.query(
    "select (pg_current_wal_flush_lsn() - restart_lsn)::float8 as kept from pg_replication_slots where slot_name = 'paydesk_archive'",
  );
  assert.ok(rows[0].kept <= 16 * 2 ** 20, String(rows[0].kept));
});

test("the log of another server is never mixed into an archive", async () => {
  const elsewhere = newFolder();
  const other = await start(elsewhere);
  const foreign = await LogArchive.open({ url: other.url, dataDir: elsewhere, folder });
  endLater(() => foreign.close());
  const until = (await client.query("select pg_current_wal_flush_lsn() as lsn")).rows[0].lsn;
  const writer = await open(other.url);
  await writer.query("create table words (word text)");
  await assert.rejects(async () => {
    for (let behind = true; behind; ) {
      await writer.query("insert into words values ('X')");
      await foreign.switch();
      await foreign.look();
      behind = (await writer.query("select pg_current_wal_lsn() < $1::pg_lsn as b", [until]))
        .rows[0].b;
    }
  }, /is of another server/);
});

test("an archive that was away while the server wrote goes on where it stopped", async () => {
  await archive.close();
  for (const word of ["D", "E"]) {
    await write(word);
    await client.query("select pg_switch_wal()");
  }
  archive = await LogArchive.open({ url: server.url, dataDir, folder });
  endLater(() => archive.close());
  await archive.switch();
  await archive.look();
  assert.deepEqual((await restoredTo((await serverMs()) + 1)).words, ["A", "B", "C", "D", "E"]);
});

/** Runs `source` in a process of its own and kills it as soon as `path` exists. */
async function killed(source: string, path: () => boolean): Promise<void> {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", source], {
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  while (!path() && child.exitCode === null) await new Promise((resolve) => setImmediate(resolve));
  child.kill("SIGKILL");
  await ended;
}

test("a backup and a restore that are killed half-way leave nothing that passes for a whole one, and can be repeated", async () => {
  const half = join(newFolder(), "half");
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  await killed(
    `import { backUp } from ${module("./backup.ts")};
     await backUp({ dataDir: ${JSON.stringify(dataDir)}, url: ${JSON.stringify(server.url)}, folder: ${JSON.stringify(half)}, takenAt: new Date() });`,
    () => existsSync(join(`${half}.partial`, "postgres", "base")),
  );
  assert.equal(existsSync(half), false);
  await assert.rejects(
    restore({ folder: `${half}.partial`, dataDir: newFolder() }),
    /no whole backup/,
  );
  await backUp({ dataDir, url: server.url, folder: half, takenAt: dateFromMs(await serverMs()) });

  const elsewhere = newFolder();
  const log = `{ archive: ${JSON.stringify(folder)}, until: new Date(${betweenMs}) }`;
  await killed(
    `import { restore } from ${module("./backup.ts")};
     await restore({ folder: ${JSON.stringify(copy)}, dataDir: ${JSON.stringify(elsewhere)}, log: ${log} });`,
    () => existsSync(join(elsewhere, "postgres.partial", "base")),
  );
  assert.equal(existsSync(join(elsewhere, "postgres")), false);
  await restore({
    folder: copy,
    dataDir: elsewhere,
    log: { archive: folder, until: dateFromMs(betweenMs) },
  });
  const { server: there } = await recover(elsewhere, { throwaway: true });
  endLater(() => there.stop());
  const { rows } = await (await open(there.url)).query("select word from words");
  assert.deepEqual(rows, [{ word: "A" }]);
});
