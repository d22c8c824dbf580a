// The rules of the house (AGENTS.md), each as a test: a rule without a check drifts.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, sep } from "node:path";
import { describe, test } from "node:test";
import { codeOf, type Import, importsOf, type Source } from "#lib/cli/launch/imports.ts";
import { commentSentences } from "#test/comments.ts";
import { cyclesOf, isTest, nounEdges, nounOf, waysToOwner } from "#test/import-graph.ts";

const LONGEST_FILE = 350;
const IGNORED = new Set(["node_modules", ".next", ".git", "test-results", "playwright-report"]);

const sources: Source[] = globSync("**/*.{ts,tsx,mjs,js}", {
  exclude: (path) => IGNORED.has(path) || path.startsWith(".data"),
})
  .map((path) => path.split(sep).join("/"))
  .filter((path) => path !== "next-env.d.ts")
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

const isOurs = (target: string) => /^(app|components|db|lib|test|tools|e2e|bench)\//.test(target);
const inWire = (target: string) => target.startsWith("lib/wire/");
const inKernel = (target: string) => target.startsWith("lib/kernel/");
const inNounFront = (target: string) => /^lib\/domain\/[^/]+\/index\.ts$/.test(target);
const under = (folder: string) => (target: string) => target.startsWith(`${folder}/`);

type Allow = (imported: Import, from: string) => boolean;

/** Permitted imports: the first row whose folder holds the file decides. A file may always
 *  import from its own row's folder, except that a noun may not reach into another one. */
const TABLE: readonly [folder: string, allow: Allow][] = [
  ["lib/kernel", () => false],
  // The seed composes the business as server.ts does.
  [
    "db",
    ({ target }, from) =>
      inKernel(target) ||
      (from.startsWith("db/seed") &&
        (inNounFront(target) || /^lib\/(wire|rails)\/index\.ts$/.test(target))),
  ],
  [
    "lib/domain",
    ({ target }, from) =>
      inKernel(target) ||
      target.startsWith("lib/rails/") ||
      target === "lib/wire/index.ts" ||
      target === "db/transact.ts" ||
      inNounFront(target) ||
      nounOf(target) === nounOf(from) ||
      (target.startsWith("db/") && /store\.ts$/.test(from)),
  ],
  ["lib/rails", ({ target }) => inKernel(target)],
  ["lib/wire/contract", ({ target }) => inKernel(target)],
  // Types only: at run time the wire formats stand below the nouns.
  ["lib/wire", ({ target, typeOnly }) => inKernel(target) || (typeOnly && inNounFront(target))],
  ["lib/api", ({ target }) => inKernel(target) || inNounFront(target) || inWire(target)],
  ["lib/dashboard/client.ts", ({ target, typeOnly }) => isOurs(target) && typeOnly],
  ["lib/dashboard", ({ target }) => inKernel(target) || inNounFront(target) || inWire(target)],
  [
    "lib/hosted",
    ({ target }) => inKernel(target) || inNounFront(target) || under("lib/rails")(target),
  ],
  ["lib/worker", ({ target }) => inKernel(target) || inNounFront(target) || inWire(target)],
  ["lib/server", ({ target }) => inKernel(target)],
  // The documentation as files: made from rendered pages, with the search that the dashboard uses too.
  [
    "lib/docs",
    ({ target }) =>
      inKernel(target) ||
      under("components/docs")(target) ||
      target === "lib/hosted/fields/bundle.ts",
  ],
  ["components", ({ target }) => inKernel(target)],
  [
    "app",
    ({ target, typeOnly }) =>
      under("components")(target) ||
      under("lib/kernel/vocabulary")(target) ||
      target === "lib/dashboard/client.ts" ||
      (typeOnly && under("lib/dashboard")(target)) ||
      // The contract document is data, and so is what the guides show: pages are made from them.
      target === "lib/api/openapi.json" ||
      target === "lib/api/guide-data.json",
  ],
];

const BROWSER_SAFE_KERNEL =
  /^lib\/kernel\/(money|currencies|mode|id-time|clock|csv|percent|period|raised-rates|locale|locale-rules|plain-integer|read-amount|country-words|slice-words|vocabulary\/[\w-]+)\.ts$/;

function importProblems(source: Source): string[] {
  const { path } = source;
  if (isTest(path)) return [];
  const row = TABLE.find(([place]) => path === place || path.startsWith(`${place}/`));
  if (!row) return [];
  const [folder, allow] = row;
  const isInside = (target: string) => folder !== "lib/domain" && target.startsWith(`${folder}/`);
  const problems = importsOf(source)
    .filter(({ target }) => isOurs(target))
    .filter((imported) => !isInside(imported.target) && !allow(imported, path))
    .map(({ target }) => `${path} imports ${target}`);
  for (const { target, typeOnly } of importsOf(source)) {
    const isDriver = /^(drizzle-orm|pg)(\/|$)/.test(target);
    const mayUseDriver = path.startsWith("db/") || /^lib\/domain\/.*store\.ts$/.test(path);
    if (isDriver && !mayUseDriver) problems.push(`${path} imports ${target}`);
    const inBrowser = /^(app|components)\//.test(path);
    if (inBrowser && inKernel(target) && !typeOnly && !BROWSER_SAFE_KERNEL.test(target)) {
      problems.push(`${path} imports ${target}, which is for the server`);
    }
  }
  return problems;
}

interface Pattern {
  name: string;
  pattern: RegExp;
  /** The part of a file that is searched; its code by default. */
  within?: (text: string) => string;
  exempt: (path: string) => boolean;
}

/** Programs for operators and for work on the project. */
const isCommand = (path: string) => path.startsWith("lib/cli/");

/** Programs that run at the merchant, as text to copy or as a package: they have neither our clock nor our environment. */
const holdsSamples = (path: string) =>
  path.endsWith("-snippets.ts") || /^(?:examples|packages)\//.test(path);

/** Written by a program, from the contract. */
const isGenerated = (path: string) => path.startsWith("packages/paydesk/src/generated/");

const PATTERNS: readonly Pattern[] = [
  {
    name: "the environment is read in lib/kernel/env.ts only",
    pattern: /\bprocess\.env\b/,
    // start.mjs runs before anything is installed.
    exempt: (path) => path === "lib/kernel/env.ts" || path === "start.mjs" || holdsSamples(path),
  },
  {
    name: "the time comes from lib/kernel/clock.ts only",
    pattern: /\bDate\.now\(|\bnew Date\(\s*\)/,
    exempt: (path) => path === "lib/kernel/clock.ts" || isTest(path) || holdsSamples(path),
  },
  {
    name: "nothing is typed any",
    pattern: /:\s*any\b|\bas any\b|<any>/,
    exempt: () => false,
  },
  {
    name: "no type error is silenced",
    pattern: /@ts-(?:ignore|nocheck|expect-error)/,
    within: (text) => text,
    exempt: () => false,
  },
  {
    // The schema builder's desc() is "desc nulls last", which no `order by … desc` can use; a plain index
    // is walked either way.
    name: "indexes are in plain order",
    pattern: /\.desc\(\)/,
    exempt: (path) => !path.startsWith("db/schema/"),
  },
  {
    name: "SQL stands in files named store or sql",
    pattern:
      /[`"]\s*(?:with \w+ (?:as )?\(|select\s|insert into\s|update \w+\s+set\s|delete from\s)/,
    exempt: (path) =>
      isTest(path) || !path.startsWith("lib/") || /(store|sql)\.ts$/.test(path) || isCommand(path),
  },
  {
    // The browser's own fields write dates in its format, not in the account's.
    name: "dates are chosen with DateField",
    pattern: /\btype=\{?["'](?:date|datetime-local|month|week|time)["']/,
    exempt: (path) => !/^(?:app|components)\//.test(path),
  },
  {
    name: "no test is skipped, left to do, or run alone",
    pattern: /\b(?:test|it|describe)\.(?:skip|only|todo|fixme)\(/,
    exempt: () => false,
  },
  {
    // Such a start hides the noun: "What the refund will do" for "Effects of the refund". Questions are permitted.
    name: "no sentence of a comment begins with Who, Whoever, What, Whatever or Of",
    pattern: /^(?:Who|Whoever|What|Whatever|Of)\b.*[^?]$/m,
    within: commentSentences,
    exempt: (path) => path.startsWith("packages/"),
  },
];

/** The rules themselves name what they forbid. */
const SELF = "tidy.test.ts";

function patternProblems(rule: Pattern, source: Source): string[] {
  const { pattern, within = codeOf, exempt } = rule;
  if (source.path === SELF || exempt(source.path)) return [];
  return pattern.test(within(source.text)) ? [source.path] : [];
}

describe("the project keeps its rules", () => {
  test("nothing that answers requests can import the connection of the tables' owner", () => {
    assert.deepEqual(waysToOwner(sources), []);
  });

  test("every import is in the table of AGENTS.md", () => {
    assert.deepEqual(sources.flatMap(importProblems), []);
  });

  test("the nouns of the business do not import each other in a circle", () => {
    assert.deepEqual(cyclesOf(nounEdges(sources)), []);
  });

  for (const rule of PATTERNS) {
    test(rule.name, () => {
      assert.deepEqual(
        sources.flatMap((source) => patternProblems(rule, source)),
        [],
      );
    });
  }

  test(`no file is longer than ${LONGEST_FILE} lines`, () => {
    const own = sources.filter(({ path }) => !isGenerated(path));
    const long = own.filter(({ text }) => text.trimEnd().split("\n").length > LONGEST_FILE);
    assert.deepEqual(
      long.map(({ path }) => path),
      [],
    );
  });

  test("file names say what they hold, in kebab-case", () => {
    const odd = sources.filter(({ path }) => {
      const name = basename(path);
      if (path.startsWith("app/") || path.startsWith("db/migrations/")) return false;
      return /^utils?\./.test(name) || !/^[a-z0-9][a-z0-9.-]*$/.test(name);
    });
    assert.deepEqual(
      odd.map(({ path }) => path),
      [],
    );
  });
});

describe("the rules notice what they forbid", () => {
  const problemsIn = (path: string, text: string) => importProblems({ path, text });

  test("a forbidden import", () => {
    assert.equal(problemsIn("lib/kernel/a.ts", 'import { x } from "#db/client.ts";').length, 1);
    assert.equal(
      problemsIn("app/p.tsx", 'import { x } from "#lib/domain/keys/index.ts";').length,
      1,
    );
    assert.equal(problemsIn("app/p.tsx", 'import {\n  x,\n} from "../db/client.ts";').length, 1);
    assert.equal(problemsIn("lib/worker/a.ts", 'import pg from "pg";').length, 1);
    assert.equal(problemsIn("lib/domain/a/b.ts", 'await import("#db/client.ts");').length, 1);
    assert.equal(problemsIn("lib/domain/a/b.ts", 'import { x } from "../c/d.ts";').length, 1);
    assert.equal(problemsIn("lib/dashboard/client.ts", 'import { x } from "./app.ts";').length, 1);
    assert.equal(
      problemsIn("components/a.tsx", 'import { x } from "#lib/kernel/env.ts";').length,
      1,
    );
  });

  test("a permitted one", () => {
    assert.deepEqual(problemsIn("lib/domain/a/store.ts", 'import { x } from "#db/client.ts";'), []);
    assert.deepEqual(problemsIn("lib/domain/a/b.ts", 'import { x } from "#db/transact.ts";'), []);
    assert.deepEqual(problemsIn("lib/domain/a/b.ts", 'import { x } from "../c/index.ts";'), []);
    assert.deepEqual(
      problemsIn("lib/dashboard/client.ts", 'import type { X } from "./app.ts";'),
      [],
    );
  });

  test("a way to the owner's connection, over any number of files", () => {
    const ways = waysToOwner([
      { path: "lib/api/a.ts", text: 'import { x } from "#lib/domain/a/index.ts";' },
      { path: "lib/domain/a/index.ts", text: 'export { x } from "./store.ts";' },
      { path: "lib/domain/a/store.ts", text: 'import { getOwnerPool } from "#db/owner.ts";' },
      { path: "lib/worker/a.ts", text: 'import { x } from "#lib/domain/a/index.ts";' },
    ]);
    assert.deepEqual(ways, [
      "lib/api/a.ts → lib/domain/a/index.ts → lib/domain/a/store.ts → db/owner.ts",
    ]);
  });

  test("a circle", () => {
    const text = (noun: string) => `import { x } from "../${noun}/index.ts";`;
    const edges = nounEdges([
      { path: "lib/domain/a/x.ts", text: text("b") },
      { path: "lib/domain/b/x.ts", text: text("a") },
    ]);
    assert.equal(cyclesOf(edges).length, 1);
  });

  test("a forbidden word in code, but not in a comment", () => {
    const rule = PATTERNS[0];
    assert.ok(rule);
    const at = (text: string) => patternProblems(rule, { path: "lib/a.ts", text });
    assert.deepEqual(at("const x = process.env.PORT;"), ["lib/a.ts"]);
    assert.deepEqual(at("// process.env is read elsewhere\n"), []);
  });

  describe("in the sentences of comments", () => {
    const rule = PATTERNS.find(({ within }) => within === commentSentences);
    assert.ok(rule);
    const isFound = (text: string) => patternProblems(rule, { path: "a.ts", text }).length === 1;

    test("a forbidden first word", () => {
      assert.ok(isFound("/** What the refund will do. */"));
      assert.ok(isFound("  /** Of a payment. */\n  longestMs: number;"));
      assert.ok(isFound("const A = 1; // Who may use it\n"));
      assert.ok(isFound("const A = 1; // Seconds\n// Of B the half.\nconst B = 2;"));
      assert.ok(isFound("/** The limit.\n *  Whatever is left expires. */"));
      assert.ok(isFound("// Two of\n// them. Of these one\n// counts.\n"));
      assert.ok(isFound("{/* Whoever asks gets it. */}"));
    });

    test("a permitted one", () => {
      assert.ok(!isFound("/** Effects of the refund. */"));
      assert.ok(!isFound("/** What does the refund of `a.b` do? */"));
      assert.ok(
        !isFound("// It waits, for whoever asks, and for what\n// Of Human Bondage says.\n"),
      );
      assert.ok(!isFound('const title = "What happened";'));
      assert.ok(!isFound('globSync("**/*.ts"); const a = "Who. What";'));
    });
  });
});
