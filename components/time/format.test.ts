import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countdownText,
  dayOf,
  durationText,
  fullMoment,
  minuteIn,
  relativeMoment,
  shortMoment,
} from "./format.ts";

const MOMENT = new Date("2026-03-29T00:59:59Z");
const PRESENT = new Date("2026-03-30T00:00:00Z");

test("a time is shown in the merchant's time zone, also across a change to summer time", () => {
  assert.equal(fullMoment(MOMENT, "UTC"), "29 Mar 2026, 00:59:59");
  assert.equal(fullMoment(MOMENT, "Europe/Berlin"), "29 Mar 2026, 01:59:59");
  assert.equal(
    fullMoment(new Date("2026-03-29T01:00:00Z"), "Europe/Berlin"),
    "29 Mar 2026, 03:00:00",
  );
  assert.equal(dayOf(MOMENT, "America/Toronto"), "28 Mar 2026");
});

test("the year is shown only if it is not the current one", () => {
  assert.equal(shortMoment(MOMENT, "UTC", PRESENT), "29 Mar, 00:59");
  assert.equal(shortMoment(new Date("2025-09-05T08:07:00Z"), "UTC", PRESENT), "5 Sep 2025, 08:07");
});

test("relative times end at 24 hours, in both directions", () => {
  const before = (seconds: number) =>
    relativeMoment(new Date(PRESENT.getTime() - seconds * 1_000), PRESENT);
  assert.equal(before(2), "now");
  assert.equal(before(59), "59 s ago");
  assert.equal(before(3_599), "59 min ago");
  assert.equal(before(-7_200), "in 2 h");
  assert.equal(before(86_399), "23 h ago");
  assert.equal(before(86_400), null);
});

test("what has just happened is never shown as ahead of a present that is some seconds old", () => {
  const ahead = (seconds: number, how?: { upcoming: boolean }) =>
    relativeMoment(new Date(PRESENT.getTime() + seconds * 1_000), PRESENT, how);
  assert.deepEqual([ahead(7), ahead(20), ahead(29)], ["now", "now", "now"]);
  assert.equal(ahead(60), "in 1 min");
  assert.equal(ahead(12, { upcoming: true }), "in 12 s");
});

test("a duration is shown in ms, s or min", () => {
  assert.equal(durationText(84), "84 ms");
  assert.equal(durationText(10_000), "10.0 s");
  assert.equal(durationText(200_000), "3 min 20 s");
});

test("a minute in a URL is in the merchant's time zone", () => {
  assert.equal(minuteIn(new Date("2026-04-12T21:31:07Z"), "UTC"), "2026-04-12T21:31");
  assert.equal(minuteIn(new Date("2026-12-31T23:05:00Z"), "Asia/Tokyo"), "2027-01-01T08:05");
});

test("a countdown is to the second and never negative", () => {
  assert.equal(countdownText((2 * 86_400 + 3 * 3_600 + 245) * 1_000), "2 d 3 h 04 min 05 s");
  assert.equal(countdownText(3_600_000), "1 h 00 min 00 s");
  assert.equal(countdownText(61_999), "01 min 01 s");
  assert.equal(countdownText(-5), "00 min 00 s");
});
