import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "#lib/kernel/errors.ts";
import { daysBetween } from "#lib/kernel/period.ts";
import { readArrivalPeriod, readMonthWithin } from "./arrival-period.ts";

const TODAY = "2026-11-24";
const days = (text?: string, today = TODAY) => {
  const { fromDay, toDay, previousFromDay, previousToDay } = readArrivalPeriod(text, today);
  return [fromDay, toDay, previousFromDay, previousToDay];
};

test("a period is a whole month, a whole quarter, or the days that are named", () => {
  assert.deepEqual(days(), ["2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"]);
  assert.deepEqual(days("last_month"), ["2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"]);
  assert.deepEqual(days("quarter"), ["2026-10-01", "2026-12-31", "2026-07-01", "2026-09-30"]);
  assert.deepEqual(days("quarter", "2026-01-31")[2], "2025-10-01");
  assert.deepEqual(days("2026-11-10..2026-11-19"), [
    "2026-11-10",
    "2026-11-19",
    "2026-10-31",
    "2026-11-09",
  ]);
});

test("30 days are 30 days", () => {
  const [fromDay = "", toDay = ""] = days("30d");
  assert.deepEqual([toDay, daysBetween(fromDay, toDay) + 1], [TODAY, 30]);
});

test("a period that does not exist is refused", () => {
  for (const text of [
    "soon",
    "0d",
    "2026-11-02..2026-11-01",
    "2026-11-02..",
    "2026-02-30..2026-03-01",
  ]) {
    assert.throws(() => readArrivalPeriod(text, TODAY), ApiError, text);
  }
});

test("the calendar shows a month of the period: the wanted one, today's, or the last", () => {
  const quarter = readArrivalPeriod("quarter", TODAY);
  const month = (wanted?: string) => readMonthWithin(quarter, { wanted, today: TODAY });
  assert.deepEqual(
    [month(), month("2026-12"), month("2026-09")],
    ["2026-11", "2026-12", "2026-11"],
  );
  const past = readArrivalPeriod("2025-01-01..2025-03-31", TODAY);
  assert.equal(readMonthWithin(past, { wanted: undefined, today: TODAY }), "2025-03");
  assert.throws(() => month("2026-13"), ApiError);
});
