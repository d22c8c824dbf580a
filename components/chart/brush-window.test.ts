import assert from "node:assert/strict";
import { test } from "node:test";
import { between, isWhole, keyed, LEAST_SHOWN, panned, withEnd } from "./brush-window.ts";

const COUNT = 53;

test("an end moves within the points and keeps four of them", () => {
  const window = { from: 10, to: 20 };
  assert.deepEqual(withEnd(window, "from", 12, COUNT), { from: 12, to: 20 });
  assert.deepEqual(withEnd(window, "from", 40, COUNT), { from: 17, to: 20 });
  assert.deepEqual(withEnd(window, "from", -3, COUNT), { from: 0, to: 20 });
  assert.deepEqual(withEnd(window, "to", 0, COUNT), { from: 10, to: 13 });
  assert.deepEqual(withEnd(window, "to", 99, COUNT), { from: 10, to: 52 });
});

test("a window moves as a whole and keeps its length", () => {
  assert.deepEqual(panned({ from: 10, to: 20 }, 5, COUNT), { from: 15, to: 25 });
  assert.deepEqual(panned({ from: 10, to: 20 }, 99, COUNT), { from: 42, to: 52 });
  assert.deepEqual(panned({ from: 10, to: 20 }, -99, COUNT), { from: 0, to: 10 });
});

test("a window is dragged in either direction", () => {
  assert.deepEqual(between(30, 20, COUNT), { from: 20, to: 30 });
  assert.deepEqual(between(52, 51, COUNT), { from: 49, to: 52 });
  for (let a = 0; a < COUNT; a++) {
    for (let b = 0; b < COUNT; b++) {
      const { from, to } = between(a, b, COUNT);
      assert.ok(from >= 0 && to < COUNT && to - from + 1 >= LEAST_SHOWN, `${a} ${b}`);
    }
  }
});

test("keys move an end by one point, by a tenth, or to the edge", () => {
  assert.equal(keyed("ArrowLeft", 10, COUNT), 9);
  assert.equal(keyed("PageUp", 10, COUNT), 15);
  assert.ok((keyed("End", 10, COUNT) ?? 0) >= COUNT - 1);
  assert.equal(keyed("a", 10, COUNT), null);
  assert.equal(isWhole({ from: 0, to: 52 }, COUNT), true);
  assert.equal(isWhole({ from: 1, to: 52 }, COUNT), false);
});
