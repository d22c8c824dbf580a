import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findDuplicateName } from "./parse-json.ts";

test("a duplicate name is found in any object and any spelling", () => {
  for (const [text, path] of [
    ['{"a":1,"a":2}', ["a"]],
    ['{"a":1,"\\u0061" : 2}', ["a"]],
    ['{"m":{"x":"1","y":[{"z":1,"z":1}]}}', ["m", "y", "z"]],
    ['{"a":{"b":1},"c":{"b":1},"a":0}', ["a"]],
    ['{"":1,"":1}', [""]],
    ['{"a\\"":1,"a\\"":1}', ['a"']],
  ] as const) {
    assert.deepEqual(findDuplicateName(text), path, text);
  }
});

test("JSON.stringify never writes a duplicate name", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(0, 2), (text, spaces) => {
      assert.equal(findDuplicateName(JSON.stringify(JSON.parse(text), null, spaces)), null);
    }),
  );
});
