import assert from "node:assert/strict";
import { test } from "node:test";
import { percentile, simulate } from "./simulate.ts";

test("in eight months there is at most one false alarm a month, and outages are found in 15 minutes at the median", () => {
  const runs = [1, 2].map((seed) => simulate({ seed, days: 120, trials: 30, flows: [20] }));
  const falseAlarms = runs.flatMap((run) => run.falseAlarms);
  assert.ok(falseAlarms.length <= 8, `${falseAlarms.length} false alarms`);
  for (const what of ["one rare code", "one frequent code", "usual codes"]) {
    const minutes = runs
      .flatMap(({ trials }) => trials.filter((trial) => trial.what === what))
      .map((trial) => trial.minutes);
    assert.equal(minutes.length, 60);
    assert.ok((percentile(minutes, 0.5) ?? 99) <= 15, what);
    assert.ok((percentile(minutes, 0.95) ?? 99) <= 35, what);
  }
});
