import assert from "node:assert/strict";
import { test } from "node:test";
import { distanceLabel, dueLabel, secondsOf, shortDistance } from "./clock-labels.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test("a distance is given as its two largest parts", () => {
  assert.equal(distanceLabel(DAY), "1 day");
  assert.equal(distanceLabel(7 * DAY + 3 * HOUR + 59_000), "7 days 3 hours");
  assert.equal(distanceLabel(20 * 60_000), "20 minutes");
  assert.equal(distanceLabel(5_000), "5 seconds");
  assert.deepEqual([DAY, 3 * HOUR, 10].map(shortDistance), ["+1 d", "+3 h", "+1 min"]);
});

test("only a whole number of units, up to 366 days, is a valid distance", () => {
  assert.equal(secondsOf("3", "days"), 259_200);
  assert.equal(secondsOf(" 90 ", "minutes"), 5_400);
  for (const text of ["", "0", "-1", "1.5", "367", "x"])
    assert.equal(secondsOf(text, "days"), null);
});

test("work that falls due is counted in words, and kinds with none are left out", () => {
  const none = {
    payments: 0,
    refunds: 0,
    payouts: 0,
    approvals: 0,
    disputes: 0,
    mandates: 0,
    subscriptions: 0,
    cutOffs: 0,
    arrivals: 0,
  };
  assert.deepEqual(dueLabel(none), []);
  assert.deepEqual(dueLabel({ ...none, cutOffs: 2, arrivals: 1 }), [
    "2 daily settlements are made",
    "1 settlement arrives at the bank",
  ]);
});
