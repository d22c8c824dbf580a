// A role that may have 14 connections in all, with a web process and a worker that are both busy.
// Runs alone: its database is on a server of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDb } from "#db/client.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { ask } from "#test/ask.ts";
import { openTill } from "#test/money.ts";
import { startReceiver } from "#test/receiver.ts";
import { keepCharging } from "./charges.ts";
import { tally } from "./faults/charge.ts";
import { makeService, startPrimary } from "./postgres.ts";
import { cleanUpAfterwards, isReady, startWeb, startWorker, until } from "./support.ts";

const CONNECTIONS = 14;

cleanUpAfterwards();

test("with 14 connections in all a web process serves while a worker is busy", async (t) => {
  const server = await startPrimary();
  const { name, ownerUrl, serviceUrl } = await makeService(server);
  const role = new URL(serviceUrl).username;
  assignEnv({ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl });
  const till = await openTill();
  const receiver = await startReceiver();
  await createEndpoint(till.ctx.test, { url: receiver.url, events: ["*"] });
  await closeDb();
  await server.ask(`alter role "${role}" connection limit ${CONNECTIONS}`);

  // The worker is first, and could take everything.
  const worker = await startWorker({ NODE_TLS_REJECT_UNAUTHORIZED: "0" });
  const web = await startWeb();
  const charges = keepCharging(web, till.key, { lanes: 24 });
  let reads = 0;
  const refusedReads: number[] = [];
  let over = false;
  const reading = async () => {
    while (!over) {
      const headers = { authorization: `Bearer ${till.key}` };
      const { status } = await ask(web, "/v1/payments?limit=5", { headers });
      reads++;
      if (status !== 200) refusedReads.push(status);
    }
  };
  const readers = Promise.all(Array.from({ length: 6 }, reading));
  let most = 0;
  for (let second = 0; second < 20; second++) {
    await sleep(1_000);
    const [row] = await server.ask(
      `select count(*)::int as n from pg_stat_activity where usename = '${role}'`,
    );
    most = Math.max(most, Number(row!.n));
  }
  assert.ok((await isReady(web)) && (await isReady(worker)));
  over = true;
  await readers;
  await charges.stop();
  await until("all deliveries", async () => receiver.received.length >= charges.all.length);

  const refused = charges.all.flatMap(({ refusals }) => refusals);
  const { lost, doubled } = await tally(charges.orders(), (sql) => server.ask(sql, name));
  t.diagnostic(
    `${charges.all.length} charges and ${reads} lists in 20 s, refused ${refused.length} and ${refusedReads.length}; longest charge ${Math.round(charges.longestMs())} ms; at most ${most} connections; ${receiver.received.length} deliveries`,
  );
  assert.deepEqual([refused, refusedReads], [[], []]);
  assert.deepEqual([lost, doubled], [0, 0]);
  assert.ok(most <= CONNECTIONS);
  await receiver.stop();
});
