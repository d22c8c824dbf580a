import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MAX_DEPTH } from "./check-text.ts";
import { checkJsonBounds } from "./parse-json.ts";

const DEEP = { message: `A body can be nested at most ${MAX_DEPTH} levels deep.` };
const MANY_NAMES = { message: "An object can have at most 2,000 names." };
const MANY = { message: /^A body can hold at most [\d,]+ values\.$/ };

/** Counts the values of a parsed text. */
function sizeOf(value: unknown): { depth: number; values: number } {
  if (value === null || typeof value !== "object") return { depth: 0, values: 1 };
  const inner = Object.values(value).map(sizeOf);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

const hardText = fc.string({ unit: fc.constantFrom(...'[]{},:"\\ \n\té💥a1') });
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 30, depthSize: "large" },
    hardText,
    fc.constantFrom(null, true, -1.5e30),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(hardText, tie("json"), { maxKeys: 4 }),
  ),
}));

test("the limits agree with what JSON.parse builds, for any spelling of the text", () => {
  fc.assert(
    fc.property(json, fc.constantFrom(0, 2, "\t"), (value, spaces) => {
      const text = JSON.stringify(value, null, spaces);
      const { depth, values } = sizeOf(JSON.parse(text));
      if (depth > MAX_DEPTH) return assert.throws(() => checkJsonBounds(text, values), DEEP);
      checkJsonBounds(text, values);
      if (values > 1) assert.throws(() => checkJsonBounds(text, values - 1), MANY);
    }),
  );
});

test("20 levels pass and 21 do not, whatever they are made of", () => {
  for (const [open, close] of [
    ["[", "]"],
    ['{"a":', "}"],
  ] as const) {
    const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
    checkJsonBounds(nested(20), 2_000);
    assert.throws(() => checkJsonBounds(nested(21), 2_000), DEEP);
  }
});

test("an object has at most 2,000 names, however many values its route allows", () => {
  const object = (count: number) =>
    `{${Array.from({ length: count }, (_, n) => `"n${n}":[1,2]`).join()}}`;
  const wrapped = (text: string) => `{"instructions":[{"a":1},${text},{"b":${text}}]}`;
  for (const text of [object(2_000), wrapped(object(2_000))]) checkJsonBounds(text, 500_000);
  for (const text of [object(2_001), wrapped(object(2_001))]) {
    assert.throws(() => checkJsonBounds(text, 500_000), MANY_NAMES);
  }
  checkJsonBounds(`[${"1,".repeat(10_000)}1]`, 500_000);
});

test("invalid JSON is refused when it exceeds a limit, or left to the parser", () => {
  assert.throws(() => checkJsonBounds("[".repeat(1_000_000), 2_000), DEEP);
  assert.throws(() => checkJsonBounds(",".repeat(1_000_000), 2_000), MANY);
  for (const text of ['"never closed', "]]]]", '{"a":"\\', "", "}{"]) checkJsonBounds(text, 2_000);
});
