import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { PLAN_INTERVALS } from "#lib/kernel/vocabulary/billing.ts";
import { type BillingInterval, boundary, periodAt } from "./periods.ts";

const day = (text: string) => dateFromMs(Date.parse(`${text}T09:31:07Z`));
const monthly: BillingInterval = { interval: "month", intervalCount: 1 };
const walk = (anchor: Date, interval: BillingInterval, count: number) =>
  Array.from({ length: count }, (_, nth) =>
    boundary(anchor, interval, nth).toISOString().slice(0, 10),
  );

test("a monthly anchor on the 31st bills on the last day of shorter months and on the 31st again after", () => {
  assert.deepEqual(walk(day("2026-01-31"), monthly, 6), [
    "2026-01-31",
    "2026-02-28",
    "2026-03-31",
    "2026-04-30",
    "2026-05-31",
    "2026-06-30",
  ]);
});

test("an anchor on 29 February bills on the 28th in years that are not leap years", () => {
  assert.deepEqual(walk(day("2024-02-29"), { interval: "year", intervalCount: 1 }, 5), [
    "2024-02-29",
    "2025-02-28",
    "2026-02-28",
    "2027-02-28",
    "2028-02-29",
  ]);
  assert.equal(walk(day("2024-01-31"), monthly, 2)[1], "2024-02-29");
});

test("daylight saving time moves no boundary", () => {
  const weekly: BillingInterval = { interval: "week", intervalCount: 1 };
  const [first, second] = [0, 1].map((nth) => boundary(day("2026-03-23"), weekly, nth));
  assert.equal(second!.getTime() - first!.getTime(), 7 * DAY_MS);
});

const intervals = fc.record({
  interval: fc.constantFrom(...PLAN_INTERVALS),
  intervalCount: fc.integer({ min: 1, max: 36 }),
});
const moments = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2060, 0, 1) / 1000 })
  .map((seconds) => dateFromMs(seconds * 1000));

test("periods have no gaps or overlaps and fall on the anchor's day, or the month's last day", () => {
  fc.assert(
    fc.property(moments, intervals, fc.nat(200), (anchor, interval, nth) => {
      const [start, end] = [boundary(anchor, interval, nth), boundary(anchor, interval, nth + 1)];
      assert.ok(start < end);
      assert.deepEqual(periodAt(anchor, interval, start), { start, end });
      assert.deepEqual(periodAt(anchor, interval, dateFromMs(end.getTime() - 1)), { start, end });
      assert.equal(end.getTime() % DAY_MS, anchor.getTime() % DAY_MS, "at the same time of day");
      if (interval.interval === "day" || interval.interval === "week") return;
      const last = dateFromMs(
        Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0),
      ).getUTCDate();
      assert.equal(end.getUTCDate(), Math.min(anchor.getUTCDate(), last));
    }),
  );
});

test("every moment from the anchor onwards lies in the period that periodAt returns for it", () => {
  fc.assert(
    fc.property(moments, intervals, fc.nat(20 * 365 * 86_400), (anchor, interval, later) => {
      const moment = dateFromMs(anchor.getTime() + later * 1000);
      const { start, end } = periodAt(anchor, interval, moment);
      assert.ok(start <= moment && moment < end);
    }),
  );
});
