// Alert rules, their pages, the dashboard and the metrics that exist belong together.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { collectDefaultMetrics, Registry } from "prom-client";
import { getPool } from "#db/client.ts";
import { metricsIn, readQueries, readRules } from "./rules.ts";

const PAGES = globSync("docs/runbooks/*.md").filter((path) => !path.endsWith("README.md"));
const SECTIONS = [
  "What you see",
  "What it means for merchants",
  "What to look at",
  "What to do",
  "How to know that it is over",
];

const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, block = ""]) => block,
  );

/** Names of metrics that the code defines. */
function existing(): Set<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const sources = globSync("{lib,db}/**/*.ts").filter((path) => !path.endsWith(".test.ts"));
  const ours = sources.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/"(paydesk_[a-z_]+)"/g)].map(([, name = ""]) => name),
  );
  return new Set([...registry.getMetricsAsArray().map(({ name }) => name), ...ours]);
}

test("every alert has a page of its own, and every page an alert", () => {
  const rules = readRules();
  assert.deepEqual(
    PAGES.map((path) => basename(path, ".md")).sort(),
    rules.map(({ alert }) => alert).sort(),
  );
  for (const { alert, annotations, labels } of rules) {
    assert.equal(annotations.runbook, `docs/runbooks/${alert}.md`);
    assert.match(annotations.summary ?? "", /\.$/, alert);
    assert.match(labels.severity ?? "", /^(page|ticket)$/, alert);
  }
});

test("every page says the same five things in the same order", () => {
  for (const path of PAGES) {
    const text = readFileSync(path, "utf8");
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(headings, SECTIONS, path);
    assert.ok(text.startsWith(`# ${basename(path, ".md")}\n`), path);
  }
});

test("every metric that a rule, a page or the dashboard names exists", () => {
  const known = existing();
  const texts: Array<[string, string]> = [
    ...readRules().map((rule): [string, string] => [rule.alert, rule.expr]),
    ...readQueries().map(({ panel, expr }): [string, string] => [panel, expr]),
    ...PAGES.map((path): [string, string] => [path, readFileSync(path, "utf8")]),
    [
      "operations",
      readFileSync("docs/operations.md", "utf8").replaceAll(/paydesk_(?:owner|service)/g, ""),
    ],
  ];
  const missing = texts.flatMap(([where, text]) =>
    metricsIn(text)
      .filter((name) => !known.has(name))
      // A pattern for grep names the beginning of several.
      .filter((name) => ![...known].some((each) => each.startsWith(`${name}_`)))
      .map((name) => `${where}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test("every SQL statement of the pages runs, and every script they name exists", async () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  let statements = 0;
  for (const path of PAGES) {
    const text = readFileSync(path, "utf8");
    for (const statement of blocksOf(text, "sql")) {
      await assert.doesNotReject(getPool().query(statement), `${path}: ${statement}`);
      statements++;
    }
    for (const [, name = ""] of text.matchAll(/npm run (?:-s )?([\w-]+)/g)) {
      assert.ok(Object.hasOwn(scripts, name), `${path}: ${name}`);
    }
  }
  assert.ok(statements >= 8, `${statements}`);
});
