import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, daysBetween, localDay } from "./period.ts";

test("days are counted by the calendar, over months, leap years and changes of the clock", () => {
  assert.equal(addDays("2026-03-28", 2), "2026-03-30");
  assert.equal(addDays("2028-03-01", -1), "2028-02-29");
  assert.equal(daysBetween("2026-03-28", "2026-03-30"), 2);
  assert.equal(daysBetween("2026-11-02", "2026-11-01"), -1);
});

test("a moment's day is that of its zone", () => {
  const moment = new Date("2026-11-21T23:30:00Z");
  assert.equal(localDay(moment, "UTC"), "2026-11-21");
  assert.equal(localDay(moment, "Europe/Berlin"), "2026-11-22");
  assert.equal(localDay(moment, "America/New_York"), "2026-11-21");
});
