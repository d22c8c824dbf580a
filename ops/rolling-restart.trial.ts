// A rolling restart of every process, behind haproxy with the configuration that we ship.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Charges } from "./faults/charges.ts";
import { type Installation, startInstallation } from "./faults/installation.ts";
import type { Unit } from "./faults/unit.ts";
import { judge } from "./faults/verdict.ts";

const PER_SECOND = 15;
const ROUNDS = 2;

/** Restarts one after the other, as `systemctl restart` does, each time when the balancer uses all web processes. */
async function restartEach(units: readonly Unit[], balancer: Installation["balancer"]) {
  for (const unit of units) {
    await balancer.usesAll();
    await unit.restart();
  }
}

test("two rolling restarts of two web processes and two workers fail no call and repeat no event more than once", async (t) => {
  const it = await startInstallation();
  t.after(() => it.stop());
  // No client repeats anything.
  const charges = new Charges({ ...it, perSecond: PER_SECOND, repeats: false });
  await charges.during(async () => {
    await sleep(2_000);
    for (let round = 0; round < ROUNDS; round++)
      await restartEach([...it.webs, ...it.workers], it.balancer);
    await sleep(1_000);
  });
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
});
