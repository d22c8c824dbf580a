import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import { EVENTS } from "./api/reference.ts";
import { ORIGIN } from "./api/snippets.ts";
import * as snippets from "./guide-snippets.ts";
import { retryRows } from "./retry-rows.ts";

test("the table of retries names every family of events, in one row each", () => {
  const named = retryRows(EVENTS).flatMap(([families]) => families.split(", "));
  const families = new Set(Object.keys(EVENT_TYPES).map((type) => `${type.split(".")[0]}.*`));
  assert.deepEqual(named.toSorted(), [...families].sort());
});

test("no page shows the placeholder of the installation's address", () => {
  const filled = Object.entries(snippets)
    .filter(([, value]) => JSON.stringify(value).includes(ORIGIN))
    .map(([name]) => name);
  assert.ok(filled.length > 3);
  for (const path of globSync("app/docs/**/*.tsx")) {
    for (const [block = ""] of readFileSync(path, "utf8").matchAll(/<CodeBlock[^>]*>/g)) {
      for (const name of filled) {
        assert.ok(!block.includes(name), `${path}: show ${name} with OriginCode`);
      }
    }
  }
});

test("no description has a wrong article", () => {
  const text = readFileSync("lib/api/openapi.json", "utf8");
  const wrong = /\ba (?:event|invoice|account|event|endpoint|amount|order)\b/.exec(text);
  assert.equal(wrong?.[0], undefined);
});
