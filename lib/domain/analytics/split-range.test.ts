import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { GRAINS, hasWholeHours, splitRange } from "./split-range.ts";

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
