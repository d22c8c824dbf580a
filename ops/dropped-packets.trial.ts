// The network drops every packet between the service and its database, in both directions and without a word.
// Runs alone: its database is on a server of its own.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assignEnv } from "#lib/kernel/env.ts";
import { ask } from "#test/ask.ts";
import { openTill } from "#test/money.ts";
import { keepCharging } from "./charges.ts";
import { tally } from "./faults/charge.ts";
import { makeService, startPrimary } from "./postgres.ts";
import { cleanUpAfterwards, isReady, startWeb, startWorker, until } from "./support.ts";

/** A call is answered within this time, and work goes on within this time after the network is back. */
const ANSWERED_WITHIN_MS = 15_000;
const BACK_WITHIN_MS = 5_000;

const [ROUTER, SERVER] = [`paydesk-router-${process.pid}`, `paydesk-server-${process.pid}`];
const NEAR = "10.213.1";
const FAR = "10.213.2";
const DATABASE = `${FAR}.2`;

const ip = (...args: string[]) => execFileSync("ip", args, { stdio: "pipe" });
const within = (namespace: string, ...args: string[]) => ip("netns", "exec", namespace, ...args);

/** This machine – router – the database's machine. */
function makeNetwork(): void {
  for (const name of [ROUTER, SERVER]) ip("netns", "add", name);
  const [near, nearRouter] = [`pd${process.pid}a`, `pd${process.pid}b`];
  ip("link", "add", near, "type", "veth", "peer", "name", nearRouter, "netns", ROUTER);
  ip("addr", "add", `${NEAR}.1/30`, "dev", near);
  ip("link", "set", near, "up");
  within(ROUTER, "ip", "addr", "add", `${NEAR}.2/30`, "dev", nearRouter);
  within(ROUTER, "ip", "link", "set", nearRouter, "up");
  within(
    ROUTER,
    "ip",
    "link",
    "add",
    "far",
    "type",
    "veth",
    "peer",
    "name",
    "far",
    "netns",
    SERVER,
  );
  within(ROUTER, "ip", "addr", "add", `${FAR}.1/30`, "dev", "far");
  within(ROUTER, "ip", "link", "set", "far", "up");
  within(SERVER, "ip", "addr", "add", `${DATABASE}/30`, "dev", "far");
  for (const device of ["lo", "far"]) within(SERVER, "ip", "link", "set", device, "up");
  within(SERVER, "ip", "route", "add", "default", "via", `${FAR}.1`);
  ip("route", "add", `${FAR}.0/30`, "via", `${NEAR}.2`);
  forward(true);
}

/** A router that does not forward drops what it gets and says nothing. */
function forward(on: boolean): void {
  within(ROUTER, "sh", "-c", `echo ${on ? 1 : 0} > /proc/sys/net/ipv4/ip_forward`);
}

cleanUpAfterwards();
after(() => {
  // Ends the links and the route, too.
  const made = ip("netns", "list").toString();
  for (const name of [ROUTER, SERVER]) if (made.includes(name)) ip("netns", "del", name);
});

test("while packets are dropped every call is answered 503 in bounded time, and all goes on by itself afterwards", async (t) => {
  makeNetwork();
  const server = await startPrimary({ host: DATABASE, namespace: SERVER });
  const { name, ownerUrl, serviceUrl } = await makeService(server);
  assignEnv({ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl });
  const till = await openTill();
  const web = await startWeb();
  const worker = await startWorker();
  const charges = keepCharging(web, till.key, { lanes: 6 });
  await sleep(3_000);
  assert.ok(charges.all.length > 6);

  forward(false);
  const droppedMs = performance.now();
  await sleep(25_000);
  const during = charges.all.flatMap(({ refusals }) => refusals);
  const [webAnswer, workerAnswer] = await Promise.all(
    [web, worker].map((one) => ask(one, "/readyz")),
  );
  assert.deepEqual([webAnswer!.status, workerAnswer!.status], [503, 503]);
  assert.ok(during.length >= 6, `${during.length} refusals`);
  assert.deepEqual([...new Set(during)], [503]);
  const longestMs = charges.longestMs();

  forward(true);
  const backMs = performance.now();
  const done = () => charges.all.filter(({ doneAtMs }) => doneAtMs > backMs).length;
  await until("charges after the network is back", async () => done() >= 6);
  const chargesMs = performance.now() - backMs;
  await until("ready processes", async () => (await isReady(web)) && (await isReady(worker)));
  const readyMs = performance.now() - backMs;
  await sleep(2_000);
  await charges.stop();

  const { lost, doubled } = await tally(charges.orders(), (sql) => server.ask(sql, name));
  t.diagnostic(
    `dropped for ${Math.round((backMs - droppedMs) / 1_000)} s: longest call ${Math.round(longestMs)} ms, ${during.length} × 503; afterwards charges in ${Math.round(chargesMs)} ms, both ready in ${Math.round(readyMs)} ms; ${charges.all.length} charges, ${lost} lost, ${doubled} double`,
  );
  assert.ok(longestMs < ANSWERED_WITHIN_MS, `${longestMs} ms`);
  assert.ok(readyMs < BACK_WITHIN_MS && chargesMs < BACK_WITHIN_MS, `${chargesMs}, ${readyMs} ms`);
  assert.deepEqual([lost, doubled], [0, 0]);
});
