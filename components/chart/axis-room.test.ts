import assert from "node:assert/strict";
import { test } from "node:test";
import { axisWidth, endRoom, labelledPoints } from "./axis-room.ts";

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
