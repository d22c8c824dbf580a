// The primary dies under load, and its synchronous standby is promoted: what a service with both in its address does.
// Runs alone: its database is on a server of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assignEnv } from "#lib/kernel/env.ts";
import { openTill } from "#test/money.ts";
import { keepCharging } from "./charges.ts";
import { type Client, chargeOnce, clientOf, paymentIn, tally } from "./faults/charge.ts";
import {
  makeService,
  type Postgres,
  promote,
  startPrimary,
  startStandby,
  waitForStandby,
  withHosts,
} from "./postgres.ts";
import { cleanUpAfterwards, isReady, startWeb, startWorker, until } from "./support.ts";

const BACK_WITHIN_MS = 5_000;

cleanUpAfterwards();

/** Milliseconds until `check` holds. */
async function msUntil(what: string, check: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  await until(what, check);
  return performance.now() - began;
}

test("a promoted standby is found by itself: nothing acknowledged is lost, nothing is charged twice", async (t) => {
  const primary = await startPrimary();
  const { name, ownerUrl, serviceUrl } = await makeService(primary);
  const standby = await startStandby(primary);
  await waitForStandby(primary);
  const both = [primary, standby];
  assignEnv({
    DATABASE_URL: withHosts(serviceUrl, both),
    DATABASE_OWNER_URL: withHosts(ownerUrl, both),
  });
  const till = await openTill();
  const web = await startWeb();
  const worker = await startWorker();
  const charges = keepCharging(web, till.key, { lanes: 8 });
  await sleep(4_000);

  await primary.kill();
  const killedMs = performance.now();
  await sleep(2_000);
  assert.equal(await isReady(web), false, "the web process knows that nothing accepts writes");
  await promote(standby);
  const client = clientOf(web, till.key);
  const [nextMs, webMs, workerMs, listenMs] = await Promise.all([
    // A new call: all lanes can be in calls that the kill interrupted, which are refused until their leases end.
    msUntil("a charge", async () => paymentIn(await chargeOnce(client, "after the kill")) !== null),
    msUntil("a ready web process", () => isReady(web)),
    msUntil("a ready worker", () => isReady(worker)),
    msUntil("a worker that listens", async () => {
      const listening = "select from pg_stat_activity where application_name = 'paydesk listen'";
      return (await standby.ask(listening)).length > 0;
    }),
  ]);
  await sleep(3_000);
  await charges.stop();

  const acknowledged = charges.all.filter((one) => one.id !== null);
  const { lost, doubled } = await tally(charges.orders(), (sql) => standby.ask(sql, name));
  const before = acknowledged.filter(({ doneAtMs }) => doneAtMs < killedMs).length;
  const refused = new Set(charges.all.flatMap(({ refusals }) => refusals));
  t.diagnostic(
    `${acknowledged.length} acknowledged (${before} before the kill), ${lost} lost, ${doubled} double; after the promotion: next charge ${Math.round(nextMs)} ms, web ready ${Math.round(webMs)} ms, worker ready ${Math.round(workerMs)} ms, worker listens ${Math.round(listenMs)} ms; longest call ${Math.round(charges.longestMs())} ms; refusals ${[...refused]}`,
  );
  assert.deepEqual([lost, doubled], [0, 0]);
  assert.ok(before > 0 && acknowledged.length > before);
  // 409: the call before is not known to have ended.
  assert.ok(refused.has(503));
  assert.deepEqual(
    [...refused].filter((status) => status !== 503 && status !== 409),
    [],
  );
  for (const ms of [nextMs, webMs, workerMs, listenMs]) {
    assert.ok(ms < BACK_WITHIN_MS, `${ms} ms after the promotion`);
  }

  await primary.start();
  await ignoresTheOld({ primary, standby, name, client });
});

/** The old primary came back and accepts connections, as if nobody had told it. */
async function ignoresTheOld(args: {
  primary: Postgres;
  standby: Postgres;
  name: string;
  client: Client;
}): Promise<void> {
  const { primary, standby, name, client } = args;
  const count = async () =>
    (await primary.ask("select count(*)::int as n from payments", name))[0]!.n;
  const wrote = await count();
  await standby.ask(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}_service'`,
  );
  let paymentId: string | null = null;
  await until("a charge after all connections were cut", async () => {
    paymentId = paymentIn(await chargeOnce(client, "after the return"));
    return paymentId !== null;
  });
  const made = await standby.ask(
    "select id from payments where metadata->>'order' = 'after the return'",
    name,
  );
  assert.deepEqual(made, [{ id: paymentId }]);
  assert.equal(await count(), wrote, "nothing goes to the old primary");
}
