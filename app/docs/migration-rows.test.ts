import assert from "node:assert/strict";
import { test } from "node:test";
import { CALLS, EVENTS } from "./api/reference.ts";
import * as rows from "./migration-rows.ts";

const sides = Object.entries(rows).flatMap(([table, pairs]) =>
  pairs.map(([theirs, here]) => ({ table, theirs, here })),
);

test("every call that the migration guides name exists", () => {
  const calls = new Set(Object.values(CALLS));
  for (const { table, theirs, here } of sides) {
    for (const [, call = ""] of here.matchAll(/`((?:GET|POST|DELETE) [^`]+)`/g)) {
      assert.ok(calls.has(call), `${table}, ${theirs}: ${call}`);
    }
  }
});

test("every event that the migration guides name is sent", () => {
  const types = new Set(EVENTS.filter(({ emitted }) => emitted).map(({ type }) => type));
  for (const { table, theirs, here } of sides.filter(({ table }) => table.endsWith("EVENTS"))) {
    for (const [, type = ""] of here.matchAll(/`([\w.]+)`/g)) {
      assert.ok(types.has(type), `${table}, ${theirs}: ${type}`);
    }
  }
});
