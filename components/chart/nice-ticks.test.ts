import assert from "node:assert/strict";
import { test } from "node:test";
import { niceTicks } from "./nice-ticks.ts";

test("marks are round, begin at zero and reach the highest value without waste", () => {
  assert.deepEqual(niceTicks(1_871), [0, 500, 1_000, 1_500, 2_000]);
  assert.deepEqual(niceTicks(210_600), [0, 100_000, 200_000, 300_000]);
  assert.deepEqual(niceTicks(868_000), [0, 250_000, 500_000, 750_000, 1_000_000]);
  assert.deepEqual(niceTicks(3), [0, 1, 2, 3]);
  assert.deepEqual(niceTicks(0), [0, 1]);
  for (const most of [1, 7, 99, 100, 101, 12_345, 9_999_999]) {
    const ticks = niceTicks(most);
    assert.ok(ticks.at(-1)! >= most && ticks.at(-2)! < most, String(most));
    assert.ok(ticks.length <= 5, String(most));
  }
});
