import assert from "node:assert/strict";
import { test } from "node:test";
import { GROUPS } from "./api/reference.ts";
import { SCENARIOS } from "./scenarios.ts";

const codesOf = (text: string) => [...text.matchAll(/`([\w]+)`/g)].map(([, code = ""]) => code);

test("the guide has every scenario that the contract describes, and no other", () => {
  const operations = GROUPS.flatMap((group) => group.operations);
  const simulate = operations.find(({ path }) => path === "/v1/test/simulate");
  const described = codesOf(simulate?.description ?? "");
  const shown = SCENARIOS.flatMap(([, what]) => codesOf(what));
  assert.ok(described.length > 10);
  assert.deepEqual([...new Set(shown)].sort(), [...new Set(described)].sort());
});
