// Runs alone: its worker would also work for the merchants of other files.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { getPool } from "#db/client.ts";
import {
  getDownload,
  openDownload,
  prepareDownload,
} from "#lib/domain/reports/downloads/prepare-download.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { manyRows } from "#test/entry-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { takeCsv } from "#test/report-file.ts";

const LEASE_MS = 1_500;
const ROWS = 40_000;
const PATIENCE_MS = 60_000;
const SCRIPT = fileURLToPath(import.meta.resolve("#test/downloads-process.ts"));

const children = new Set<ChildProcess>();
after(async () => {
  for (const child of children) child.kill("SIGKILL");
});

async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--no-warnings", SCRIPT, String(LEASE_MS)], {
    env: childEnv({}),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  children.add(child);
  await once(child, "message");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  children.delete(child);
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const ends = performance.now() + PATIENCE_MS;
  while (!(await holds())) assert.ok(performance.now() < ends, `not in time: ${what}`);
}

test("a prepared download survives kill -9 of its worker: one complete file and one event", async () => {
  const merchant = await createMerchant();
  await manyRows(merchant, ROWS);
  const { id } = await prepareDownload(merchant.ctx.test, { type: "settlement" });
  const pieces = async () =>
    (await getPool().query("select 1 from download_pieces where download_id = $1", [id])).rows
      .length;
  const status = async () => (await getDownload(merchant.ctx.test, id)).status;

  const first = await startProcess();
  await until("the first pieces", async () => (await pieces()) >= 2);
  await kill(first);
  assert.equal(await status(), "running", "it was killed in the middle");
  const left = await pieces();
  assert.ok(left >= 2, "what it had written is there");

  await startProcess();
  await until("the file", async () => (await status()) !== "running");
  const download = await getDownload(merchant.ctx.test, id);
  assert.deepEqual([download.status, download.rowCount], ["ready", ROWS]);
  const parts: Buffer[] = [];
  const file = await openDownload(merchant.ctx.test, id);
  for (let piece = await file.next(); piece; piece = await file.next()) parts.push(piece);
  const bytes = Buffer.concat(parts);
  assert.ok(parts.length > left);
  assert.equal(createHash("sha256").update(bytes).digest("hex"), download.sha256);
  const streamed = await takeCsv(merchant.keys.test.secret, "type=settlement");
  assert.ok(bytes.equals(streamed.bytes), "the very file that a stream brings");
  const { rows } = await getPool().query("select type from events where object_id = $1", [id]);
  assert.deepEqual(rows, [{ type: "report.ready" }]);
});
