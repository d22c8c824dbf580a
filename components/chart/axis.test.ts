import assert from "node:assert/strict";
import { test } from "node:test";
import {
  axisWidth,
  endRoom,
  labelledPoints,
  marksAround,
  marksBetween,
  niceTicks,
} from "./axis.ts";

const days = Array.from({ length: 28 }, (_, day) => `${day + 1} Apr`);

test("labels of a horizontal axis are evenly spaced, do not overlap, and include the last point", () => {
  assert.deepEqual(labelledPoints(days, 900), [0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
  assert.deepEqual(labelledPoints(days, 300), [3, 11, 19, 27]);
  assert.deepEqual(labelledPoints(days.slice(0, 3), 900), [0, 1, 2]);
});

test("an axis of zero width labels its last point; an axis without points has no label", () => {
  assert.deepEqual(labelledPoints(days, 0), [27]);
  assert.deepEqual(labelledPoints([], 900), []);
});

test("the last label has room for half of its width where its column is narrower", () => {
  const half = (6 * 6 - 300 / 28) / 2;
  assert.ok(endRoom(days, 300) >= half && endRoom(days, 300) < 2 * half);
  assert.deepEqual([endRoom(days, 2_000), endRoom([], 300)], [0, 0]);
});

test("a vertical axis is as wide as its longest label", () => {
  assert.ok(axisWidth(["100 %", "0 %"]) > axisWidth(["0 %"]));
  assert.ok(axisWidth(["100 %"]) >= 5 * 6);
});

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
