import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");

/** The requirements of ASVS 5.0.0 at levels 1 and 2, by section. */
const SECTIONS = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3
  6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2
  10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3
  15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2`;

const REQUIREMENTS = SECTIONS.trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [name = "", range = ""] = section.split(":");
    const [first = 1, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => `V${name}.${first + n}`);
  });

const STATES = ["Held", "Does not apply", "The operator's", "**Not held**"];

const text = readFileSync(join(root, "docs/security.md"), "utf8");
const lines = [...text.matchAll(/^\| (V[\d.]+) \| (.*?) \| (.*?) \| (.*?) ?\|$/gm)].map(
  ([, id = "", state = "", how = "", tests = ""]) => ({
    ...{ id, state, how },
    tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
  }),
);

test("every requirement of ASVS levels 1 and 2 has one line, in order", () => {
  assert.deepEqual(
    lines.map(({ id }) => id),
    REQUIREMENTS,
  );
});

test("every line says how it is met, and names tests that exist", () => {
  for (const { id, state, how, tests } of lines) {
    assert.ok(STATES.includes(state), `${id}: ${state}`);
    assert.ok(how.length > 3, id);
    if (state === "Held") assert.ok(tests.length > 0, `${id} names no test`);
    for (const path of tests) {
      assert.match(path, /\.(test|spec)\.ts$/, id);
      assert.ok(existsSync(join(root, path)), `${id} names ${path}, which does not exist`);
    }
  }
});

test("the totals of the lines are correct", () => {
  const count = (state: string) => lines.filter((line) => line.state === state).length;
  const [held, not, operators, none] = [
    count("Held"),
    count("**Not held**"),
    count("The operator's"),
    count("Does not apply"),
  ];
  const sum = `${held} of ${lines.length} requirements are held, ${not} are not, ${operators} are the operator's, and ${none} do not apply.`;
  assert.ok(text.includes(sum), sum);
});
