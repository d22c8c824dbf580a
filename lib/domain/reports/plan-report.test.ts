import assert from "node:assert/strict";
import { test } from "node:test";
import { readMoment } from "./plan-report.ts";

test("a bound of a report is rounded up to a whole second", () => {
  for (const [given, read] of [
    ["2026-04-01", "2026-04-01T00:00:00"],
    ["2026-04-01T09:31", "2026-04-01T09:31:00"],
    ["2026-04-01T09:31:07.000Z", "2026-04-01T09:31:07Z"],
    ["2026-04-01T09:31:07.001Z", "2026-04-01T09:31:08Z"],
    ["2026-12-31T23:59:59.5+01:00", "2027-01-01T00:00:00+01:00"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59Z"],
  ] as const) {
    assert.equal(readMoment("from", given), read, given);
  }
});
