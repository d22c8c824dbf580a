import assert from "node:assert/strict";
import { test } from "node:test";
import { olderSpans } from "./read-overview.ts";

test("the days that home reads do not overlap, without the two that are read anew", () => {
  const days = (fromDay: string, toDay: string) => ({ fromDay, toDay });
  const spans = (...wanted: { fromDay: string; toDay: string }[]) =>
    olderSpans("2026-04-15", wanted).map(({ first, until }) => [first, until]);
  assert.deepEqual(spans(days("2026-04-14", "2026-04-15")), []);
  assert.deepEqual(spans(days("2026-04-01", "2026-04-15"), days("2026-03-18", "2026-04-15")), [
    [28, 1],
  ]);
  assert.deepEqual(spans(days("2026-04-01", "2026-04-05"), days("2026-03-20", "2026-03-31")), [
    [26, 9],
  ]);
  assert.deepEqual(spans(days("2026-04-01", "2026-04-05"), days("2026-03-20", "2026-03-30")), [
    [26, 15],
    [14, 9],
  ]);
});
