// A rolling restart of every process, behind haproxy with the configuration that we ship.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import { Charges } from "./faults/charges.ts";
import { type Installation, MASTER_KEY, startInstallation, use } from "./faults/installation.ts";
import { judge } from "./faults/verdict.ts";

const PER_SECOND = 40;
const ROUNDS = 2;

/** Restarts every process, one after the other, as `systemctl restart` does, each time when the balancer uses all web
 * processes. They get other settings meanwhile. */
async function restartEach(
  { webs, workers, balancer }: Installation,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<void> {
  for (const unit of [...webs, ...workers]) {
    unit.set(changes);
    await balancer.usesAll();
    await unit.restart();
  }
}

/** No call failed at its first try, and nothing was lost, doubled or delivered more than twice. */
async function judgeFirstTries(t: TestContext, it: Installation, charges: Charges): Promise<void> {
  const report = charges.report();
  const verdict = await judge(charges, it.arrivals);
  t.diagnostic(JSON.stringify({ ...report, ...verdict }));
  assert.deepEqual(report.failures, {});
  assert.equal(report.firstTry, report.offered);
  assert.ok(report.offered > 10 * PER_SECOND, `${report.offered} calls`);
  assert.deepEqual(verdict.problems, []);
  assert.deepEqual([verdict.lost, verdict.doubled], [0, 0]);
  assert.ok(verdict.mostArrivals <= 2, `an event arrived ${verdict.mostArrivals} times`);
  assert.deepEqual(
    [...it.webs, ...it.workers].flatMap(({ deaths }) => deaths),
    [],
  );
}

test("two rolling restarts of two web processes and two workers fail no call and repeat no event more than once", async (t) => {
  const it = await startInstallation();
  t.after(() => it.stop());
  // No client repeats anything.
  const charges = new Charges({ ...it, perSecond: PER_SECOND, repeats: false });
  await charges.during(async () => {
    await sleep(2_000);
    for (let round = 0; round < ROUNDS; round++) await restartEach(it);
    await sleep(1_000);
  });
  await judgeFirstTries(t, it, charges);
});

test("the master key is replaced as the guide says while every process is restarted three times, and no call fails", async (t) => {
  const it = await startInstallation();
  t.after(() => it.stop());
  const charges = new Charges({ ...it, perSecond: PER_SECOND, repeats: false });
  const [before, next] = [MASTER_KEY, randomBytes(32).toString("base64")];
  await charges.during(async () => {
    await restartEach(it, { PAYDESK_MASTER_KEY_PREVIOUS: next });
    await restartEach(it, { PAYDESK_MASTER_KEY: next, PAYDESK_MASTER_KEY_PREVIOUS: before });
    const env = childEnv({
      ...{ DATABASE_URL: it.server.serviceUrl, DATABASE_OWNER_URL: it.server.ownerUrl },
      ...{ PAYDESK_MASTER_KEY: next, PAYDESK_MASTER_KEY_PREVIOUS: before },
      ...{ PAYDESK_EMBEDDED: undefined, NODE_TEST_CONTEXT: undefined },
    });
    const command = ["--no-warnings", "lib/cli/rotate-master-key.ts"];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env });
    assert.match(stdout, /Everything is encrypted with the new key/);
    await restartEach(it, { PAYDESK_MASTER_KEY_PREVIOUS: undefined });
    await sleep(1_000);
  });
  await use({ ...it.server, masterKey: next });
  await judgeFirstTries(t, it, charges);
});
