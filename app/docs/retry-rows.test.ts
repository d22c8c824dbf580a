import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import { EVENTS } from "./api/reference.ts";
import { retryRows } from "./retry-rows.ts";

test("the table of retries names every family of events, in one row each", () => {
  const named = retryRows(EVENTS).flatMap(([families]) => families.split(", "));
  const families = new Set(Object.keys(EVENT_TYPES).map((type) => `${type.split(".")[0]}.*`));
  assert.deepEqual(named.toSorted(), [...families].sort());
});

test("no description has a wrong article", () => {
  const text = readFileSync("lib/api/openapi.json", "utf8");
  const wrong = /\ba (?:event|invoice|account|event|endpoint|amount|order)\b/.exec(text);
  assert.equal(wrong?.[0], undefined);
});
