import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { RATES } from "./rate-definitions.ts";

test("the glossary defines every rate as the screens do", () => {
  const glossary = readFileSync("docs/glossary.md", "utf8").replaceAll(/\s+/g, " ");
  for (const { name, definition } of Object.values(RATES)) {
    assert.ok(glossary.includes(`**${name}** – ${definition}`), name);
  }
});
