import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Cause,
  causeCreated,
  causeLabel,
  causeRates,
  causesFinding,
  causeWindow,
} from "./cause-findings.ts";

const BERLIN = "Europe/Berlin";

function cause(params: Partial<Cause> = {}): Cause {
  return {
    dimension: "issuer",
    value: "Nordlicht Bank",
    from: "2026-11-17T12:00:00.000Z",
    to: "2026-11-17T15:00:00.000Z",
    isWhole: false,
    payments: 60,
    declined: 47,
    usual: 0.109,
    points: 0.62,
    also: [],
    ...params,
  };
}

test("a cause names its slice, its window, its rates with their number, and what it adds", () => {
  assert.equal(
    causesFinding({ kind: "causes", causes: [cause()] }, BERLIN),
    "Nordlicht Bank, Tuesday 17 Nov, 13:00 to 16:00: adds 0.6 points to the decline rate",
  );
  assert.equal(causeRates(cause()), "78.3 % of 60 payments declined, 10.9 % at other times");
  assert.equal(
    causeRates(cause({ isWhole: true })),
    "78.3 % of 60 payments declined, 10.9 % of the others",
  );
  const labels = [
    { dimension: "issuer_country", value: "DE" },
    { dimension: "bin", value: "424242" },
    { dimension: "method", value: "ideal" },
    { dimension: "all", value: "" },
  ].map(causeLabel);
  assert.deepEqual(labels, ["Cards from Germany", "BIN 424242", "iDEAL", "All payments"]);
});

test("a window is days where it is whole ones, and links to exactly its payments", () => {
  const days = cause({ from: "2026-11-16T23:00:00.000Z", to: "2026-11-18T23:00:00.000Z" });
  assert.equal(causeWindow(days, BERLIN), "17 Nov to 18 Nov");
  assert.equal(causeCreated(days, BERLIN), "2026-11-17..2026-11-18");
  const day = cause({ from: "2026-11-16T23:00:00.000Z", to: "2026-11-17T23:00:00.000Z" });
  assert.equal(causeWindow(day, BERLIN), "Tuesday 17 Nov");
  const night = cause({ from: "2026-11-17T21:00:00.000Z", to: "2026-11-18T02:00:00.000Z" });
  assert.equal(causeWindow(night, BERLIN), "17 Nov, 22:00 to 18 Nov, 03:00");
  assert.equal(causeCreated(night, BERLIN), "2026-11-17T22:00..2026-11-18T03:00");
  const late = cause({ from: "2026-11-17T21:00:00.000Z", to: "2026-11-17T23:00:00.000Z" });
  assert.equal(causeWindow(late, BERLIN), "Tuesday 17 Nov, 22:00 to 00:00");
  assert.equal(causeWindow(cause({ isWhole: true }), BERLIN), "The whole period");
});

test("that nothing stands out says what would have, or that it cannot be told", () => {
  const least = { of: 300, rate: 0.23, usual: 0.11 };
  assert.equal(
    causesFinding({ kind: "nothing", least }, BERLIN),
    "Nothing stands out; a rise from 11.0 % to 23.0 % declined in 300 payments would be found",
  );
  assert.equal(
    causesFinding({ kind: "too_few", payments: 1 }, BERLIN),
    "1 payment is too few to tell what stands out",
  );
});
