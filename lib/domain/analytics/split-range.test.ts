import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GRAINS, hasWholeHours, splitRange, stretchesOf } from "./split-range.ts";

const FIRST = Date.parse("2024-01-20T00:00:00Z");
const moment = fc
  .integer({ min: 0, max: 500 * 86_400_000 })
  .chain((ms) => fc.constantFrom(ms, ms - (ms % 3_600_000), ms - (ms % 86_400_000)))
  .map((ms) => new Date(FIRST + ms));

test("the parts of any range cover exactly the range, without gaps or overlaps", () => {
  fc.assert(
    fc.property(moment, moment, (from, to) => {
      const { parts, rest, whole } = splitRange({ from, to });
      const all = [...parts, ...rest].sort((a, b) => +a.from - +b.from);
      if (from >= to) return assert.deepEqual(all, []);
      let reached = +from;
      for (const part of all) {
        assert.equal(+part.from, reached);
        assert.ok(+part.to > reached);
        reached = +part.to;
      }
      assert.equal(reached, +to);
      assert.equal(parts.length > 0, whole !== null);
    }),
  );
});

test("the stretches within weeks and outside cover exactly the range, in as few pieces as possible", () => {
  const week = 7 * 86_400_000;
  const weeks = fc.uniqueArray(fc.nat(80), { maxLength: 12 });
  fc.assert(
    fc.property(moment, moment, weeks, (one, other, numbers) => {
      const [from, to] = [one, other].sort((a, b) => +a - +b) as [Date, Date];
      if (+from === +to) return;
      const starts = numbers
        .map((number) => new Date(FIRST + number * week))
        .filter((start) => +start + week > +from && start < to)
        .sort((a, b) => +a - +b);
      const { within, outside } = stretchesOf({ from, to }, starts);
      const all = [...within, ...outside].sort((a, b) => +a.from - +b.from);
      assert.equal(+all[0]!.from, +from);
      assert.equal(+all.at(-1)!.to, +to);
      for (const [n, part] of all.entries()) {
        assert.ok(part.from < part.to);
        if (n > 0) assert.equal(+part.from, +all[n - 1]!.to);
        if (n > 0) assert.notEqual(within.includes(part), within.includes(all[n - 1]!));
      }
      const inWeek = (ms: number) => starts.some((start) => ms >= +start && ms < +start + week);
      for (const { from: begins } of within) assert.ok(inWeek(+begins));
      for (const { from: begins } of outside) assert.ok(!inWeek(+begins));
    }),
  );
});

test("every part is whole in its grain, and a long range needs few rows", () => {
  fc.assert(
    fc.property(moment, moment, (from, to) => {
      const sizes = { [GRAINS.hour]: 13, [GRAINS.day]: 10, [GRAINS.month]: 7 } as const;
      const { parts, rest } = splitRange({ from, to });
      let rows = 0;
      for (const part of parts) {
        const shown = sizes[part.grain as 1 | 2 | 3];
        const rest = "2024-01-01T00:00:00.000Z".slice(shown);
        assert.ok(part.from.toISOString().endsWith(rest), part.from.toISOString());
        assert.ok(part.to.toISOString().endsWith(rest), part.to.toISOString());
        const days = (+part.to - +part.from) / 86_400_000;
        rows +=
          part.grain === GRAINS.hour ? days * 24 : part.grain === GRAINS.day ? days : days / 28;
      }
      assert.ok(rows <= 2 * 23 + 2 * 30 + 18, String(rows));
      for (const edge of rest) assert.ok(+edge.to - +edge.from < 2 * 3_600_000);
    }),
  );
});

test("zones without whole-hour offsets are detected, also if only summer time has none", () => {
  const year = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2026-12-31T00:00:00Z") };
  for (const zone of ["UTC", "Europe/Berlin", "America/Vancouver", "Pacific/Auckland"]) {
    assert.equal(hasWholeHours(zone, year), true, zone);
  }
  for (const zone of ["Asia/Kolkata", "Australia/Adelaide", "Asia/Kathmandu", "America/St_Johns"]) {
    assert.equal(hasWholeHours(zone, year), false, zone);
  }
  assert.equal(hasWholeHours("Australia/Lord_Howe", year), false);
});
