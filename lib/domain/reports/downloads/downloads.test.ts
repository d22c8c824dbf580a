import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { dateFromMs, HOUR_MS, MINUTE_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { asOwner } from "#test/as-owner.ts";
import { entryRow } from "#test/entry-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { takeCsv } from "#test/report-file.ts";
import { makeNextFile, tidyDownloads } from "./make-file.ts";
import { cancelDownload, getDownload, openDownload, prepareDownload } from "./prepare-download.ts";
import * as store from "./store.ts";
import type { Download } from "./types.ts";

const never = new AbortController().signal;
const UNSETTLED = { type: "settlement", status: "unsettled" } as const;

async function merchantWithRows(count = 3): Promise<Merchant> {
  const merchant = await createMerchant();
  for (let i = 0; i < count; i++) await entryRow(merchant, { amount: 1_000n + BigInt(i) });
  return merchant;
}

async function makeAll(): Promise<void> {
  while (await makeNextFile(never));
}

async function fileOf(merchant: Merchant, id: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  const file = await openDownload(merchant.ctx.test, id);
  for (let piece = await file.next(); piece; piece = await file.next()) parts.push(piece);
  return Buffer.concat(parts);
}

const piecesOf = async (id: string) =>
  (await getPool().query("select number from download_pieces where download_id = $1", [id])).rows
    .length;

const eventsOf = async (id: string) =>
  (await getPool().query("select type, data from events where object_id = $1", [id])).rows;

const refused = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === code;

/** Moves the clock ahead; returns a function that restores it. */
function later(ms: number): () => void {
  const then = nowMs() + ms;
  return useClock({ nowMs: () => then });
}

/** Claims the next download as a worker that then dies. */
async function claimByDead(): Promise<Download & { leasedUntil: Date }> {
  const held = await store.claim(dateFromMs(nowMs()), dateFromMs(nowMs() + MINUTE_MS), "");
  assert.ok(held?.leasedUntil);
  return { ...held, leasedUntil: held.leasedUntil };
}

test("a prepared file equals the streamed one, has its hash, and emits one report.ready", async () => {
  const merchant = await merchantWithRows();
  const { id, status } = await prepareDownload(merchant.ctx.test, UNSETTLED);
  assert.equal(status, "running");
  await assert.rejects(openDownload(merchant.ctx.test, id), refused("state_invalid"));
  await makeAll();
  const bytes = await fileOf(merchant, id);
  const streamed = await takeCsv(merchant.keys.test.secret, "type=settlement&status=unsettled");
  assert.ok(bytes.equals(streamed.bytes));
  const download = await getDownload(merchant.ctx.test, id);
  assert.deepEqual(
    [download.status, download.rowCount, download.byteCount, download.sha256],
    ["ready", 3, bytes.length, createHash("sha256").update(bytes).digest("hex")],
  );
  const [event, ...others] = await eventsOf(id);
  assert.deepEqual(others, []);
  assert.equal(event.type, "report.ready");
  assert.deepEqual(
    [event.data.id, event.data.object, event.data.row_count, event.data.sha256],
    [id, "report", 3, download.sha256],
  );
  await makeAll();
  assert.equal((await eventsOf(id)).length, 1);
});

test("rows created after the request are not in the file", async () => {
  const merchant = await merchantWithRows(2);
  const { id } = await prepareDownload(merchant.ctx.test, UNSETTLED);
  const putBack = later(HOUR_MS);
  await entryRow(merchant);
  await makeAll();
  putBack();
  assert.equal((await getDownload(merchant.ctx.test, id)).rowCount, 2);
});

test("after a worker's death another worker makes the complete file, once", async () => {
  const merchant = await merchantWithRows();
  const { id } = await prepareDownload(merchant.ctx.test, UNSETTLED);
  const dead = await claimByDead();
  const half = { number: 0, bytes: Buffer.from("half a"), rowCount: 1, byteCount: 6 };
  assert.ok(await store.addPiece(dead, half, dead.leasedUntil));
  assert.equal(
    await makeNextFile(never),
    false,
    "no other worker claims it while the lease is valid",
  );
  const putBack = later(2 * MINUTE_MS);
  await makeAll();
  putBack();
  const { status, rowCount } = await getDownload(merchant.ctx.test, id);
  assert.deepEqual([status, rowCount, await piecesOf(id)], ["ready", 3, 1]);
  assert.doesNotMatch((await fileOf(merchant, id)).toString(), /half a/);
  const late = { ...half, number: 1 };
  assert.equal(
    await store.addPiece(dead, late, dateFromMs(nowMs() + MINUTE_MS)),
    false,
    "a worker that lost its lease adds nothing",
  );
  assert.equal((await eventsOf(id)).length, 1);
});

test("a worker that lost its lease and then fails does not end the file of the next one", async () => {
  const merchant = await merchantWithRows();
  const { id } = await prepareDownload(merchant.ctx.test, UNSETTLED);
  const longAgo = "update downloads set created_at = now() - interval '2 hours' where id = $1";
  await getPool().query(longAgo, [id]);
  const next = await asOwner(async (client) => {
    await client.query("begin; lock table balance_transactions in access exclusive mode");
    const first = makeNextFile(never);
    const waiting = "from pg_stat_activity where wait_event_type = 'Lock' and query like 'copy (%'";
    while ((await getPool().query(`select 1 ${waiting}`)).rowCount === 0);
    const putBack = later(2 * MINUTE_MS);
    const claimed = await claimByDead();
    putBack();
    await client.query(`select pg_terminate_backend(pid) ${waiting}`);
    assert.equal(await first, true);
    await client.query("rollback");
    return claimed;
  });
  assert.equal(next.id, id);
  assert.equal((await getDownload(merchant.ctx.test, id)).status, "running");
  const piece = { number: 0, bytes: Buffer.from("rows"), rowCount: 1, byteCount: 4 };
  assert.ok(await store.addPiece(next, piece, next.leasedUntil));
  await cancelDownload(merchant.ctx.test, id);
});

test("a worker that is aborted releases its download, and another can claim it immediately", async () => {
  const merchant = await merchantWithRows();
  const { id } = await prepareDownload(merchant.ctx.test, UNSETTLED);
  assert.equal(await makeNextFile(AbortSignal.abort()), true);
  assert.equal((await getDownload(merchant.ctx.test, id)).leasedUntil, null);
  await makeAll();
  assert.equal((await getDownload(merchant.ctx.test, id)).status, "ready");
});

test("canceling a download stops its worker and deletes its file; a second cancellation is refused", async () => {
  const merchant = await merchantWithRows();
  const { id } = await prepareDownload(merchant.ctx.test, UNSETTLED);
  const held = await claimByDead();
  const piece = { number: 0, bytes: Buffer.from("rows"), rowCount: 1, byteCount: 4 };
  assert.ok(await store.addPiece(held, piece, held.leasedUntil));
  assert.equal((await cancelDownload(merchant.ctx.test, id)).status, "canceled");
  assert.equal(await store.addPiece(held, { ...piece, number: 1 }, held.leasedUntil), false);
  assert.equal(await piecesOf(id), 0);
  await makeAll();
  assert.equal((await getDownload(merchant.ctx.test, id)).status, "canceled");
  assert.deepEqual(await eventsOf(id), []);
  await assert.rejects(cancelDownload(merchant.ctx.test, id), refused("state_invalid"));
});

test("many files of one merchant do not delay another merchant's file", async () => {
  const [merchant, other] = [await merchantWithRows(1), await merchantWithRows(1)];
  await prepareDownload(merchant.ctx.test, UNSETTLED);
  await prepareDownload(merchant.ctx.test, UNSETTLED);
  const { id } = await prepareDownload(other.ctx.test, UNSETTLED);
  assert.equal((await claimByDead()).accountId, merchant.account.id);
  assert.equal((await claimByDead()).id, id);
  assert.equal(await store.claim(dateFromMs(nowMs()), dateFromMs(nowMs() + MINUTE_MS), ""), null);
  const putBack = later(2 * MINUTE_MS);
  await makeAll();
  putBack();
});

test("a file is deleted after seven days and its record is kept", async () => {
  const merchant = await merchantWithRows(1);
  const { id } = await prepareDownload(merchant.ctx.test, UNSETTLED);
  await makeAll();
  await tidyDownloads();
  assert.equal(await piecesOf(id), 1);
  const endedLongAgo =
    "update downloads set finished_at = now() - interval '7 days 1 second' where id = $1";
  await getPool().query(endedLongAgo, [id]);
  await assert.rejects(openDownload(merchant.ctx.test, id), refused("state_invalid"));
  await tidyDownloads();
  assert.equal(await piecesOf(id), 0);
  assert.equal((await getDownload(merchant.ctx.test, id)).rowCount, 1);
});

test("a file that cannot be made fails and is not retried", async () => {
  const merchant = await merchantWithRows(1);
  const { id } = await prepareDownload(merchant.ctx.test, UNSETTLED);
  await getPool().query(
    `update downloads set query = query || '{"columns": ["gone"]}' where id = $1`,
    [id],
  );
  await makeAll();
  assert.equal((await getDownload(merchant.ctx.test, id)).status, "failed");
});

test("an export whose process died is marked as failed", async () => {
  const merchant = await merchantWithRows(1);
  const { id } = await prepareDownload(merchant.ctx.test, UNSETTLED);
  await getPool().query("update downloads set prepared = false, leased_until = $2 where id = $1", [
    id,
    dateFromMs(nowMs() + MINUTE_MS),
  ]);
  await tidyDownloads();
  assert.equal((await getDownload(merchant.ctx.test, id)).status, "running");
  const putBack = later(2 * MINUTE_MS);
  await tidyDownloads();
  putBack();
  assert.equal((await getDownload(merchant.ctx.test, id)).status, "failed");
});

test("a download belongs to its account and mode", async () => {
  const [merchant, other] = [await merchantWithRows(1), await createMerchant()];
  const { id } = await prepareDownload(merchant.ctx.test, UNSETTLED);
  for (const ctx of [merchant.ctx.live, other.ctx.test]) {
    for (const call of [getDownload, cancelDownload, openDownload]) {
      await assert.rejects(call(ctx, id), refused("resource_missing"));
    }
  }
  await makeAll();
});
