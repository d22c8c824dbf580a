import assert from "node:assert/strict";
import { test } from "node:test";
import type { VersionsView } from "#lib/dashboard/views/versions.ts";
import {
  atStake,
  changesBetween,
  distanceLabel,
  keysOf,
  touchedCalls,
  touchedEvents,
} from "./version-labels.ts";

const use: VersionsView["use"] = [
  {
    version: "2026-04-01",
    named: false,
    keyId: "key_a",
    route: "create_payment",
    day: 4,
    week: 9,
    month: 40,
  },
  {
    version: "2026-04-01",
    named: false,
    keyId: "key_a",
    route: "read_payment",
    day: 0,
    week: 0,
    month: 7,
  },
  {
    version: "2026-04-01",
    named: false,
    keyId: "key_b",
    route: "create_refund",
    day: 1,
    week: 1,
    month: 1,
  },
  {
    version: "2025-10-01",
    named: true,
    keyId: "key_b",
    route: "create_payment",
    day: 3,
    week: 3,
    month: 3,
  },
];
const change = {
  date: "2026-04-01",
  affects: { objects: ["payment"] },
  touches: { requests: ["create_payment"], responses: ["create_payment", "read_payment"] },
};

test("only requests that rely on the pin are affected; those that name a version are not", () => {
  assert.deepEqual(atStake({ use }), { requests: 5, keys: 2, named: 3 });
  assert.deepEqual(atStake({ use: [] }), { requests: 0, keys: 0, named: 0 });
});

test("users of a version are listed by key, most frequent first, and separately if they name it", () => {
  const view = { use, keys: [{ id: "key_a", name: "Server" }] } as unknown as VersionsView;
  assert.deepEqual(keysOf(view, "2026-04-01"), [
    { name: "Server", named: false, requests: 47 },
    { name: "key_b", named: false, requests: 1 },
  ]);
  assert.deepEqual(keysOf(view, "2025-10-01"), [{ name: "key_b", named: true, requests: 3 }]);
});

test("a change affects the calls that it alters and no others", () => {
  assert.deepEqual(touchedCalls(use, change), [
    { route: "create_payment", requests: 40, writes: true },
    { route: "read_payment", requests: 7, writes: false },
  ]);
  const subscribed = ["payment.*", "refund.settled", "*"];
  assert.deepEqual(touchedEvents(subscribed, change), ["payment.*", "*"]);
  const ofCalls = { ...change, affects: { objects: [] } };
  assert.deepEqual(touchedEvents(subscribed, ofCalls), []);
  const ofDeliveries = { ...change, affects: { objects: [], deliveries: true } };
  assert.deepEqual(touchedEvents(subscribed, ofDeliveries), subscribed);
});

test("the changes between two versions are the same in both directions, without the older one's own", () => {
  const changes = [change, { ...change, date: "2025-10-01" }];
  assert.equal(changesBetween(changes, "2025-10-01", "2026-04-01").length, 1);
  assert.equal(changesBetween(changes, "2026-04-01", "2025-04-01").length, 2);
  assert.equal(changesBetween(changes, "2026-04-01", "2026-04-01").length, 0);
});

test("a pin is described by its distance from the newest version", () => {
  const versions = ["2026-04-01", "2025-10-01", "2025-04-01"].map((version) => ({ version }));
  assert.equal(distanceLabel(versions, "2026-04-01"), "The newest version");
  assert.equal(distanceLabel(versions, "2025-10-01"), "One version behind the newest");
  assert.equal(distanceLabel(versions, "2025-04-01"), "2 versions behind the newest");
});
