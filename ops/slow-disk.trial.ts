// The disk of the database is slow, then stands still: a preloaded library delays each flush of a real PostgreSQL.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Charges } from "./faults/charges.ts";
import { makeSlowDisk } from "./faults/disk.ts";
import { makeFolder } from "./faults/folder.ts";
import { startInstallation } from "./faults/installation.ts";
import { judge } from "./faults/verdict.ts";

const PER_SECOND = 15;
const SLOW_MS = 300;
/** One flush, longer than any statement may take. */
const STILL_MS = 15_000;
/** A charge waits for several flushes, the first ones for those of every connection. */
const FLUSHES = 16;
/** The longest that a call may take while the disk stands still: the longest statement and the flush itself. */
const BOUND_MS = 35_000;

test("with a slow disk charges slow down and none fails; with one that stands still none is lost or doubled, and each call ends", async (t) => {
  const folder = makeFolder("slow");
  const disk = makeSlowDisk(folder);
  const it = await startInstallation({ folder, server: { variables: disk.variables } });
  t.after(() => it.stop());

  const slow = new Charges({ ...it, perSecond: PER_SECOND, repeats: false, name: "slow" });
  disk.delay(SLOW_MS);
  await slow.during(() => sleep(10_000));
  const slowed = slow.report();
  t.diagnostic(JSON.stringify({ delay: SLOW_MS, ...slowed }));
  assert.deepEqual(slowed.failures, {}, "a slow disk fails no call");
  assert.ok(slowed.medianMs >= SLOW_MS, "each charge waits for the disk");
  assert.ok(slowed.p99Ms < FLUSHES * SLOW_MS, `a charge took ${slowed.p99Ms} ms`);

  const still = new Charges({ ...it, perSecond: PER_SECOND, repeats: true, name: "still" });
  await still.during(async () => {
    disk.delay(STILL_MS);
    await sleep(1.2 * STILL_MS);
    disk.delay(0);
    await sleep(STILL_MS);
  });
  const stood = still.report();
  const verdict = await judge([slow, still], it.arrivals);
  t.diagnostic(JSON.stringify({ delay: STILL_MS, ...stood, ...verdict }));
  assert.ok(stood.slowestAttemptMs < BOUND_MS, `a call took ${stood.slowestAttemptMs} ms`);
  assert.ok(!Object.keys(stood.failures).some((each) => /500|without Retry/.test(each)));
  assert.deepEqual(verdict.problems, []);
  assert.deepEqual([verdict.lost, verdict.doubled], [0, 0]);
});
