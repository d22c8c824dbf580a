// Holds docs/coverage.md to the code: a rule without a test, or a test that is there no more, is a failure.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const page = readFileSync("docs/coverage.md", "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (Rule|---)/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^\| | \|$/g, "").trim()));

const namesIn = new Map<string, Set<string>>();

/** The names of a file's tests, as they stand in it. */
function testsOf(path: string): Set<string> {
  const known = namesIn.get(path);
  if (known) return known;
  const text = readFileSync(path, "utf8");
  const names = new Set([...text.matchAll(/test\(\s*(["`])(.+?)\1/g)].map(([, , name]) => name!));
  namesIn.set(path, names);
  return names;
}

test("every section of the specification is on the page, and no rule is without a test", () => {
  const sections = [...page.matchAll(/^## (\d)\. /gm)].map(([, section]) => Number(section));
  assert.deepEqual(sections, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.ok(rows.length > 90);
  for (const [rule, tests] of rows)
    assert.ok(rule && tests?.includes("“"), `${rule} is shown by none`);
});

test("every test that the page names is there", () => {
  for (const [rule, tests = ""] of rows) {
    for (const one of tests.split("<br>")) {
      const [, path = "", name = ""] = /^\[[^\]]+\]\(\.\.\/(.+?)\) “(.+)”$/.exec(one) ?? [];
      assert.ok(testsOf(path).has(name), `${rule}: ${path} has no test “${name}”`);
    }
  }
});
