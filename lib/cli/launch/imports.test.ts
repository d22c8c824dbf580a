import assert from "node:assert/strict";
import { test } from "node:test";
import { dependentsOf, importsOf } from "./imports.ts";

const SOURCES = [
  { path: "lib/kernel/iban.ts", text: "export const x = 1;" },
  { path: "lib/domain/a/verb.ts", text: 'import { x } from "#lib/kernel/iban.ts";' },
  { path: "lib/domain/a/index.ts", text: 'export { y } from "./verb.ts";' },
  { path: "lib/api/a.test.ts", text: 'const { y } = await import("../domain/a/index.ts");' },
  { path: "lib/worker/b.test.ts", text: 'spawn("node", ["worker.ts"]);' },
  { path: "worker.ts", text: 'import "#lib/domain/a/index.ts";' },
  { path: "lib/api/c.test.ts", text: '// import "#lib/kernel/iban.ts";' },
];

test("a change affects everything that imports it, at any depth, and what starts it as a process", () => {
  assert.deepEqual([...dependentsOf(SOURCES, ["lib/kernel/iban.ts"])].sort(), [
    "lib/api/a.test.ts",
    "lib/domain/a/index.ts",
    "lib/domain/a/verb.ts",
    "lib/kernel/iban.ts",
    "lib/worker/b.test.ts",
    "worker.ts",
  ]);
});

test("a change of a test affects that test alone", () => {
  const path = "lib/api/c.test.ts";
  assert.deepEqual([...dependentsOf(SOURCES, [path])], [path]);
});

test("imports are resolved to paths, and type imports are distinguished from values", () => {
  const text = 'import type { T } from "#lib/a.ts";\nimport { z } from "zod";\nimport "../b.ts";';
  assert.deepEqual(importsOf({ path: "lib/x/y.ts", text }), [
    { target: "lib/a.ts", typeOnly: true },
    { target: "zod", typeOnly: false },
    { target: "lib/b.ts", typeOnly: false },
  ]);
});
