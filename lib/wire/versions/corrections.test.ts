import assert from "node:assert/strict";
import { test } from "node:test";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { RESOURCES } from "#tools/golden/files.ts";
import { ADDITIONS, CORRECTIONS } from "./index.ts";

test("every correction has a unique name, a date, and kinds or routes that the contract has", () => {
  const routes = new Set(ENDPOINTS.map(({ route }) => route.name));
  const names = CORRECTIONS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, date, affects } of CORRECTIONS) {
    assert.match(name, /^[a-z]+(-[a-z]+)*$/);
    assert.equal(new Date(date).toISOString().slice(0, 10), date, name);
    assert.ok(affects.objects.length + affects.requests.length > 0, name);
    for (const kind of affects.objects) assert.ok(kind in RESOURCES, `${name}: ${kind}`);
    for (const route of affects.requests) assert.ok(routes.has(route), `${name}: ${route}`);
  }
});

test("the newest correction comes first", () => {
  const dates = CORRECTIONS.map(({ date }) => date);
  assert.deepEqual(dates, [...dates].sort().reverse());
});

test("every addition has a date and a unique title, newest first", () => {
  const titles = ADDITIONS.map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length);
  const dates = ADDITIONS.map(({ date }) => date);
  for (const date of dates) assert.equal(new Date(date).toISOString().slice(0, 10), date);
  assert.deepEqual(dates, [...dates].sort().reverse());
});
