// Runs alone: its worker would also work for the merchants of other files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runKilledReplay } from "#tools/crash/killed-replay.ts";

test("a replay whose only worker is killed repeatedly creates each delivery once and its counts add up", async () => {
  const COUNT = 1_200;
  const run = await runKilledReplay({
    count: COUNT,
    kills: 3,
    leaseMs: 1_500,
    floorPerSecond: 200,
  });
  const { total, delivered, failed, skipped, status } = run.replay;
  assert.deepEqual(
    { total, delivered, failed, skipped, status },
    { total: COUNT, delivered: COUNT, failed: 0, skipped: 0, status: "completed" },
  );
  assert.deepEqual(new Set(run.arrived.keys()), new Set(run.events));
  assert.equal(run.madeTwice, 0, "no delivery has two replays");
  assert.equal(run.claims, 0);
  // A request whose response died with its worker is sent again: at most 64 are in flight per kill.
  const repeats = [...run.arrived.values()].reduce((sum, times) => sum + times - 1, 0);
  assert.ok(repeats <= run.kills * 64, `${repeats} came twice`);
});
