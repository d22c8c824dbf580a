import assert from "node:assert/strict";
import { test } from "node:test";
import { axisPercent } from "../format/rates.ts";
import { shortMoney } from "../money/short-money.ts";
import { axisDuration } from "../time/format.ts";
import { rateDomain, ticksOf } from "./axis-ticks.ts";
import { bpDomain, bpMark } from "./bp-axis.ts";
import { placedMarks } from "./marks.ts";
import { axisTexts, daysOf, hasBrush, placeOf } from "./spans.ts";
import type { ChartPoint } from "./types.ts";

const line = (values: number[]) => [{ id: "one", label: "One", values }];

/** Reads a label as a number. */
const sizes: Record<string, number> = { k: 1_000, m: 1_000_000, s: 1_000, ms: 1, "%": 1, bp: 1 };
function meant(text: string): number {
  const [, figure = "", unit = ""] = /^([\d.,]+) ?(\D*)$/.exec(text) ?? [];
  return Number(figure.replaceAll(",", "")) * (sizes[unit] ?? 1);
}

function expectExact(ticks: readonly number[], format: (value: number) => string, scale = 1) {
  const labels = ticks.map(format);
  assert.equal(new Set(labels).size, labels.length, `${labels}`);
  for (const [index, label] of labels.entries()) {
    const value = (ticks[index] ?? 0) / scale;
    assert.ok(Math.abs(meant(label) - value) < 1e-6, `${label} for ${value}`);
  }
}

test("every tick of every kind of axis is exact and has a label of its own", () => {
  for (let high = 0.3; high <= 100; high += 0.7) {
    expectExact(ticksOf({ kind: "bar", series: line([high]) }), axisPercent);
    const rates = { kind: "line" as const, series: line([high]), domain: rateDomain([high]) };
    expectExact(ticksOf(rates), axisPercent);
  }
  for (let most = 1; most < 40_000_000; most = Math.ceil(most * 1.13)) {
    const bars = ticksOf({ kind: "bar", series: line([most]) });
    expectExact(bars, (value) => shortMoney(value, "EUR"), 100);
    expectExact(bars, (value) => shortMoney(value, "KWD"), 1_000);
    const times = { kind: "line" as const, series: line([Math.ceil(most / 3), most]) };
    expectExact(ticksOf(times), axisDuration);
    const counts = ticksOf({ kind: "bar", series: line([most]) });
    assert.ok(counts.every(Number.isInteger), `${counts}`);
    const costs = { kind: "line" as const, series: line([most]), domain: bpDomain([most]) };
    expectExact(ticksOf(costs), bpMark);
  }
});

const dayPoint = (day: string): ChartPoint => ({ key: day, label: day.slice(5) });
const HOURS: ChartPoint[] = ["2026-11-16", "2026-11-17"].flatMap((day) =>
  Array.from({ length: 23 }, (_, hour) => {
    const at = (one: number) => `${String(one).padStart(2, "0")}:00`;
    const label = at(hour);
    const span = `${day}T${label}..${day}T${at(hour + 1)}`;
    return { key: `${day} ${label}`, label, long: `${day}, ${label}`, span };
  }),
);

test("a label that would stand twice on an axis has its day", () => {
  assert.deepEqual(axisTexts([dayPoint("2026-11-01"), dayPoint("2026-11-02")]), ["11-01", "11-02"]);
  const texts = axisTexts(HOURS);
  assert.equal(texts[0], "2026-11-16, 00:00");
  assert.equal(new Set(texts).size, HOURS.length);
});

test("a moment is at the point whose days or minutes contain it", () => {
  const weeks: ChartPoint[] = [
    { key: "2026-11-09", label: "a", span: "2026-11-11..2026-11-15" },
    { key: "2026-11-16", label: "b", span: "2026-11-16..2026-11-22" },
  ];
  const place = (minute: string) => placeOf(weeks, minute);
  assert.equal(place("2026-11-10T23:59"), -1);
  assert.equal(place("2026-11-11T00:00"), 0);
  assert.equal(place("2026-11-15T23:59"), 0);
  assert.equal(place("2026-11-22T23:59"), 1);
  assert.equal(place("2026-11-23T00:00"), -1);
  assert.equal(placeOf(HOURS, "2026-11-17T05:59"), 28);
  assert.equal(placeOf([{ key: "7", label: "07:00" }], "2026-11-17T05:59"), -1);
});

test("a part of a quarter of days and of a year of weeks is chosen with a brush, of a month and the hours of a day is not", () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      dayPoint(new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)),
    );
  assert.deepEqual(
    [28, 30, 87, 88, 92].map((count) => hasBrush({ points: days(count) })),
    [...[false, false, false, true, true]],
  );
  assert.equal(hasBrush({ points: days(3_650).filter((_, index) => index % 400 === 0) }), false);
  assert.equal(hasBrush({ points: HOURS }), false);
  assert.equal(hasBrush({ points: days(92), brush: false }), false);
  assert.deepEqual(daysOf(days(3)), { from: "2026-01-01", to: "2026-01-03" });
  assert.equal(daysOf(HOURS), null);
});

test("marks have letters by place from the oldest, and those outside of the time have none", () => {
  const points = ["2026-11-01", "2026-11-02", "2026-11-03"].map(dayPoint);
  const mark = (at: string) => ({ key: at, at, time: at, text: at });
  const found = placedMarks(
    ["2026-11-03T09:00", "2026-11-01T10:00", "2026-11-01T09:00", "2026-10-31T23:59"].map(mark),
    points,
  );
  assert.deepEqual(
    found.map(({ letter, index, marks }) => [letter, index, marks.map(({ at }) => at.slice(11))]),
    [
      ["A", 0, ["09:00", "10:00"]],
      ["B", 2, ["09:00"]],
    ],
  );
});
