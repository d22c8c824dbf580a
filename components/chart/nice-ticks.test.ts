import assert from "node:assert/strict";
import { test } from "node:test";
import { marksAround, marksBetween, niceTicks } from "./nice-ticks.ts";

test("ticks are round, start at zero and end just above the highest value", () => {
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

test("ticks around a line enclose it in round steps", () => {
  assert.deepEqual(marksAround(62, 97), [60, 70, 80, 90, 100]);
  assert.deepEqual(marksAround(91.2, 96.9), [90, 92, 94, 96, 98]);
  assert.deepEqual(marksAround(5, 5), [4, 6]);
  assert.deepEqual(marksAround(0, 0), [0, 1]);
});

test("ticks of a fixed axis start and end with it", () => {
  assert.deepEqual(marksBetween(60, 100), [60, 70, 80, 90, 100]);
  assert.deepEqual(marksBetween(0, 100), [0, 25, 50, 75, 100]);
  assert.deepEqual(marksBetween(88, 100), [88, 91, 94, 97, 100]);
  for (let low = 0; low < 100; low += 10) {
    const marks = marksBetween(low, 100);
    assert.deepEqual([marks[0], marks.at(-1)], [low, 100]);
    assert.ok(marks.length <= 8, String(low));
  }
});
