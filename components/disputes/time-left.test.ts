import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import { timeLeftLabel } from "./time-left.ts";

test("the time left is rounded down", () => {
  const cases: [ms: number, label: string][] = [
    [14 * DAY_MS, "14 days left"],
    [14 * DAY_MS - 1, "13 days left"],
    [2 * DAY_MS, "2 days left"],
    [2 * DAY_MS - 1, "47 h left"],
    [HOUR_MS, "1 h left"],
    [HOUR_MS - 1, "59 min left"],
    [MINUTE_MS, "1 min left"],
    [1, "1 min left"],
    [0, "Overdue"],
    [-DAY_MS, "Overdue"],
  ];
  for (const [ms, label] of cases) assert.equal(timeLeftLabel(ms), label);
});
