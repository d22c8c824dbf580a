// Reads from a real standby: what was just written is read, whatever the standby does.
// Runs alone: its database is on a server of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { REPLICA_READS } from "#lib/dashboard/replica-reads.ts";
import { now } from "#lib/kernel/clock.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { publishedReadings } from "#lib/kernel/readings.ts";
import { signedIn } from "#test/dashboard.ts";
import { openTill } from "#test/money.ts";
import { makeService, startPrimary, startStandby } from "./postgres.ts";
import { cleanUpAfterwards, until } from "./support.ts";

/** Parameters that these lists require. */
const QUERIES = new Map([
  ["/v1/reports", "?type=declines"],
  ["/v1/delivery_reconciliation", `?from=${now().toISOString()}`],
]);

cleanUpAfterwards();

const figure = async (name: string) => {
  const found = publishedReadings().find((one) => one.name === name);
  return Number((await found?.read()) ?? 0);
};
const served = () => figure("paydesk_replica_reads");
const elsewhere = () => figure("paydesk_replica_reads_elsewhere");

const primary = await startPrimary();
const { ownerUrl, serviceUrl } = await makeService(primary);
const standby = await startStandby(primary);
const replica = new URL(serviceUrl);
replica.port = String(standby.port);
assignEnv({
  DATABASE_URL: serviceUrl,
  DATABASE_OWNER_URL: ownerUrl,
  DATABASE_REPLICA_URL: replica.href,
});
const till = await openTill();
const newest = async () => (await till.call("GET", "/v1/payments?limit=1")).body.data[0]?.id;
const chargeAndList = async () => {
  const { body } = await till.charge();
  const began = performance.now();
  assert.equal(await newest(), body.id, "the list has the payment that was just made");
  return performance.now() - began;
};

/** Repeats a read until the standby has served it: on a busy machine it can be behind. */
async function readFromStandby(what: string, read: () => Promise<void>): Promise<void> {
  await until(`${what} from the standby`, async () => {
    const before = await served();
    await read();
    return (await served()) > before;
  });
}

test("every list of /v1 and of the dashboard, a report and its file are served by the standby", async () => {
  await till.charge();
  const lists = ENDPOINTS.map(({ route }) => route).filter(
    ({ bucket, path, file }) => bucket === "lists" && !file && !path.includes("{"),
  );
  for (const { path } of lists) {
    await readFromStandby(path, async () => {
      const answer = await till.call("GET", `${path}${QUERIES.get(path) ?? ""}`);
      assert.equal(answer.status, 200, `${path} ${answer.text}`);
    });
  }
  const visitor = await signedIn(till);
  const files = ["/test/payments/export", "/test/reports/export?type=declines"];
  const screens = [...REPLICA_READS].map((route) =>
    route.replace(/^GET /, "").replace("/:mode", "/test"),
  );
  for (const path of [...screens, ...files].filter((one) => !one.includes(":"))) {
    await readFromStandby(path, async () => {
      const answer = await visitor.get(path);
      assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`);
    });
  }
});

test("what was written is in the next list, a hundred times over", async (t) => {
  const before = await served();
  const waits: number[] = [];
  for (let round = 0; round < 100; round++) waits.push(await chargeAndList());
  waits.sort((one, other) => one - other);
  const fromStandby = (await served()) - before;
  t.diagnostic(
    `100 of 100 lists had the charge before them, ${fromStandby} from the standby; median ${waits[50]!.toFixed(1)} ms, longest ${waits[99]!.toFixed(0)} ms`,
  );
  assert.ok(fromStandby > 0);
});

test("a standby whose replay is paused leaves reads to the primary, and serves again afterwards", async (t) => {
  await readFromStandby("a list", async () => void (await newest()));
  await standby.ask("select pg_wal_replay_pause()");
  const before = await elsewhere();
  const took = await chargeAndList();
  const next = await chargeAndList();
  assert.equal(await elsewhere(), before + 2);
  t.diagnostic(`replay paused: ${took.toFixed(0)} ms, then ${next.toFixed(0)} ms per list`);
  assert.ok(took < 1_000);
  await standby.ask("select pg_wal_replay_resume()");
  await readFromStandby("a list", async () => void (await chargeAndList()));
});

test("a standby that is away leaves reads to the primary, and serves again when it is back", async (t) => {
  await standby.kill();
  const took = await chargeAndList();
  t.diagnostic(`standby killed: ${took.toFixed(0)} ms per list`);
  await standby.start();
  await readFromStandby("a list", async () => void (await chargeAndList()));
});

test("a promoted standby is read no more: it is another database now", async () => {
  await standby.ask("select pg_promote()");
  const before = await served();
  for (let round = 0; round < 10; round++) await chargeAndList();
  assert.equal(await served(), before);
});
