import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { routesOf } from "#tools/package/document.ts";
import { GENERATED, generatePackage, releasedDocuments } from "#tools/package/generate.ts";
import { placeOf } from "#tools/package/names.ts";

const documents = releasedDocuments();
const newest = documents.at(-1)!;

test("the committed files of the package are those that the contract makes (npm run openapi)", () => {
  const made = generatePackage(documents);
  const kept = readdirSync(GENERATED, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(GENERATED, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  assert.deepEqual(kept.sort(), [...made.keys()].sort());
  for (const [name, text] of made) assert.equal(readFileSync(GENERATED + name, "utf8"), text, name);
});

test("every operation has a place of its own in the client", () => {
  const places = routesOf(newest).map((route) => {
    const { resource, method } = placeOf(route);
    return `${resource}.${method}`;
  });
  assert.equal(new Set(places).size, places.length);
  for (const place of [
    "payments.create",
    "payments.retrieve",
    "payoutBatches.list",
    "test.advanceClock",
  ]) {
    assert.ok(places.includes(place), place);
  }
});
