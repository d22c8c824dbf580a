import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  addDays,
  daysBetween,
  isMoment,
  isSpan,
  localDay,
  outerBounds,
  zoneOffsets,
} from "./period.ts";

test("days are counted by the calendar across months, leap years and clock changes", () => {
  assert.equal(addDays("2026-03-28", 2), "2026-03-30");
  assert.equal(addDays("2028-03-01", -1), "2028-02-29");
  assert.equal(daysBetween("2026-03-28", "2026-03-30"), 2);
  assert.equal(daysBetween("2026-11-02", "2026-11-01"), -1);
});

test("a moment is written to the millisecond, and is not mixed with local times", () => {
  const moment = "2026-11-21T23:30:00.000Z";
  for (const text of [
    "2026-11-21T23:30Z",
    "2026-02-30T00:00:00.000Z",
    "2026-11-21T24:00:00.000Z",
    "",
  ]) {
    assert.equal(isMoment(text), false, text);
  }
  assert.ok(isMoment(moment));
  for (const [from, to] of [
    [moment, ""],
    ["", moment],
    [moment, moment],
    ["2026-11-21", ""],
  ]) {
    assert.ok(isSpan(from!, to!));
  }
  assert.equal(isSpan(moment, "2026-11-22"), false);
  assert.equal(isSpan("", ""), false);
});

test("the day of a moment depends on the zone", () => {
  const moment = new Date("2026-11-21T23:30:00Z");
  assert.equal(localDay(moment, "UTC"), "2026-11-21");
  assert.equal(localDay(moment, "Europe/Berlin"), "2026-11-22");
  assert.equal(localDay(moment, "America/New_York"), "2026-11-21");
});

const ZONES = ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"];

test("outer bounds include a zone's days and are at most a clock change wider", () => {
  const moment = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) });
  fc.assert(
    fc.property(moment, fc.constantFrom(...ZONES), fc.nat(40), (ms, zone, length) => {
      const fromDay = localDay(new Date(ms), zone);
      const toDay = addDays(fromDay, length);
      const { fromMs, toMs } = outerBounds({ fromDay, toDay, zone }, 0);
      assert.ok(fromMs! <= ms && ms < toMs!);
      const days = (toMs! - fromMs!) / 86_400_000;
      assert.ok(Math.abs(days - (length + 1)) <= 2 / 24, `${fromDay} ${zone}: ${days} days`);
      // The moment before begins on the day before, the one at the end on the day after.
      assert.ok(localDay(new Date(fromMs! - 1), zone) < fromDay);
      assert.ok(localDay(new Date(toMs!), zone) > toDay);
    }),
  );
});

test("a zone's offset is exact to the minute", () => {
  const summer = Date.UTC(2026, 6, 1);
  assert.equal(zoneOffsets("UTC")(summer), 0);
  assert.equal(zoneOffsets("Asia/Kathmandu")(summer), 345 * 60_000);
  assert.equal(zoneOffsets("America/St_Johns")(summer), -150 * 60_000);
});
