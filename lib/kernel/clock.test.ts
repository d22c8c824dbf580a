import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, followReading, isClockTrusted, nowMs, systemAheadMs } from "./clock.ts";
import { idTimeMs, newId } from "./ids.ts";

/** Applies a reading of a database clock that shows `databaseMs` now, with this round trip. */
function read(databaseMs: number, roundTripMs = 0): void {
  const answeredAt = performance.now();
  const askedAt = answeredAt - roundTripMs;
  followReading({ databaseMs: databaseMs - roundTripMs / 2, askedAt, answeredAt });
}

const isNear = (ms: number, expected: number) => ms >= expected && ms < expected + 5_000;

test("after a reading the time and new ids follow the database's clock, forwards and back", () => {
  const systemMs = Date.now();
  assert.ok(isNear(nowMs(), systemMs), "before the first reading it is the system's");
  for (const days of [60, -60, 1, -1]) {
    const databaseMs = systemMs + days * DAY_MS;
    read(databaseMs);
    assert.ok(isNear(nowMs(), databaseMs));
    assert.ok(isNear(idTimeMs(newId("evt")), databaseMs));
    assert.ok(isNear(databaseMs + systemAheadMs(), systemMs));
    assert.equal(isClockTrusted(), false);
  }
  read(Date.now() + 29_000);
  assert.equal(isClockTrusted(), true, "up to 30 s are normal");
});

test("a step of the system's clock does not change the time and is noticed immediately", (t) => {
  const databaseMs = Date.now();
  read(databaseMs);
  t.mock.method(Date, "now", () => databaseMs + 60 * DAY_MS);
  assert.ok(isNear(nowMs(), databaseMs));
  assert.equal(isClockTrusted(), false);
});

test("a slow round trip does not replace a more exact reading unless the clock has moved", () => {
  const databaseMs = Date.now();
  read(databaseMs);
  read(databaseMs + 9_000, 20_000);
  assert.ok(isNear(nowMs(), databaseMs));
  read(databaseMs + 50_000, 20_000);
  assert.ok(isNear(nowMs(), databaseMs + 50_000));
});
