import assert from "node:assert/strict";
import { test } from "node:test";
import { aboutSeconds, causeLabel, selectionLabel, windowLabel } from "./replay-labels.ts";

test("a window names its day once, or both if it spans two", () => {
  const zone = "Europe/Berlin";
  assert.equal(
    windowLabel("2026-04-12T07:31:00Z", "2026-04-12T08:42:00Z", zone),
    "12 Apr, 09:31 – 10:42",
  );
  assert.equal(
    windowLabel("2026-04-12T07:31:00Z", "2026-04-12T22:15:00Z", zone),
    "12 Apr, 09:31 – 13 Apr, 00:15",
  );
});

test("durations, selections and causes are written in plain words", () => {
  assert.deepEqual([0, 1, 40.2, 100, 7_500].map(aboutSeconds), [
    "about a second",
    "about a second",
    "about 41 s",
    "about 2 min",
    "about 2 h 5 min",
  ]);
  assert.equal(
    selectionLabel(["failed", "held"], ["*"]),
    "Failed, retrying or never sent, every event",
  );
  assert.equal(selectionLabel(["failed"], ["payment.*"]), "Failed or retrying, payment.*");
  const cause = { outcome: "failed", reason: "response_status", responseStatus: 503 };
  assert.equal(causeLabel(cause), "503 Service Unavailable");
  assert.equal(
    causeLabel({ outcome: "skipped", reason: "succeeded_meanwhile", responseStatus: null }),
    "Arrived meanwhile",
  );
});
