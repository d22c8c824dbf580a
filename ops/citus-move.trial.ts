// An installation of one PostgreSQL moves onto a cluster while its clients go on calling: what was acknowledged is there, once, and
// the books agree (docs/scaling.md).
// Runs alone: it has servers of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDb, getPool } from "#db/client.ts";
import { freePort } from "#db/embedded/ports.ts";
import { migrate } from "#db/migrate.ts";
import { writeVolume } from "#db/seed/volume/write-volume.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { disagreements } from "#test/books-agree.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { startReceiver } from "#test/receiver.ts";
import { keepCharging } from "./charges.ts";
import { startCluster } from "./citus/cluster.ts";
import { moveToCluster } from "./citus/move.ts";
import { tally } from "./faults/charge.ts";
import { makeFolder } from "./faults/folder.ts";
import { startServer } from "./faults/server.ts";
import {
  cleanUpAfterwards,
  isAllDelivered,
  killAll,
  startWeb,
  startWorker,
  switchDatabase,
  until,
} from "./support.ts";

const VOLUME = { payments: 10_000, days: 30, withLedger: true };
/** Few, because each day is a table on each shard. */
const DAYS = { daysBack: 2, daysAhead: 2 };
const LANES = 2;
const CHARGING_MS = 5_000;

cleanUpAfterwards();

const ask = async (sql: string) => (await getPool().query(sql)).rows;

test("an installation moves onto a cluster while clients call: each acknowledged charge is there once, and is delivered once", async (t) => {
  const say = (line: string) => t.diagnostic(line);
  const old = await startServer({ folder: makeFolder("move-from") });
  await migrate(old, DAYS);
  const folder = makeFolder("move");
  const cluster = await startCluster({ folder: makeFolder("move-to"), workers: 2, shards: 2 });
  const receiver = await startReceiver();
  try {
    await switchDatabase(old);
    const { account } = await createMerchant({ country: "DE" });
    await writeVolume(account, VOLUME);
    const till = await openTill();
    await createEndpoint(till.ctx.test, { url: receiver.url, events: ["*"] });
    const port = await freePort();
    const start = async () => [await startWeb({ PORT: String(port) }), await startWorker()];
    let programs = await start();
    const load = keepCharging({ port }, till.key, { lanes: LANES });
    await sleep(CHARGING_MS);

    const stopped = performance.now();
    await closeDb();
    for (const program of programs) await program.stop();
    await moveToCluster({ from: old.ownerUrl, to: cluster, folder, jobs: 2, days: DAYS, say });
    await switchDatabase(cluster);
    programs = await start();
    say(`stopped for ${((performance.now() - stopped) / 1_000).toFixed(1)} s`);
    await sleep(CHARGING_MS);
    await load.stop();
    await until("the end of deliveries", isAllDelivered);

    const refused = load.all.reduce((sum, { refusals }) => sum + refusals.length, 0);
    say(`${load.orders().length} charges, ${refused} calls refused and repeated`);
    say(`the longest call waited ${Math.round(load.longestMs())} ms`);
    assert.deepEqual(await tally(load.orders(), ask), { lost: 0, doubled: 0 });
    const events = await ask(`select id from events where account_id = '${till.account.id}'`);
    const arrived = receiver.received.map(({ body }) => JSON.parse(String(body)).id).toSorted();
    assert.deepEqual(arrived, events.map(({ id }) => id).toSorted());
    assert.deepEqual(await disagreements(), []);
    assert.deepEqual(await disagreements(till.account.id), []);
    await assert.rejects(old.ask("create table forgotten ()", "paydesk"), /read-only transaction/);
  } finally {
    await killAll();
    await receiver.stop();
    await cluster.stop();
  }
});

test("a move onto nodes with too few locks says what to set, and leaves the old database open", async () => {
  const old = await startServer({ folder: makeFolder("move-from") });
  const settings = ["max_locks_per_transaction=64"];
  const cluster = await startCluster({
    ...{ folder: makeFolder("move-to"), workers: 1, shards: 2, settings },
  });
  try {
    const move = { from: old.ownerUrl, to: cluster, folder: makeFolder("move-dump"), jobs: 1 };
    await assert.rejects(
      moveToCluster({ ...move, say: () => {} }),
      /Set max_locks_per_transaction to 1024 on every node, and restart it: the coordinator has 64, 127\.0\.0\.1:\d+ has 64\./,
    );
    const [row] = await old.ask("show default_transaction_read_only", "paydesk");
    assert.equal(row!.default_transaction_read_only, "off");
  } finally {
    await cluster.stop();
    await old.unit.stop("SIGQUIT");
  }
});
