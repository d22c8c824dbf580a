import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type Document, routesOf } from "#tools/package/document.ts";
import { generatePackage } from "#tools/package/generate.ts";
import { placeOf } from "#tools/package/names.ts";

const document = JSON.parse(readFileSync("lib/api/openapi.json", "utf8")) as Document;
const folder = "packages/paydesk/src/generated";

test("the committed files of the package are those that the contract makes (npm run openapi)", () => {
  const made = generatePackage([document]);
  assert.deepEqual(readdirSync(folder).sort(), [...made.keys()].sort());
  for (const [name, text] of made) {
    assert.equal(readFileSync(`${folder}/${name}`, "utf8"), text, name);
  }
});

test("every operation has a place of its own in the client", () => {
  const places = routesOf(document).map((route) => {
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
