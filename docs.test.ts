// Follows every link and reference in documents, comments and screens: a text that points to nothing misleads.

import assert from "node:assert/strict";
import { globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, posix, sep } from "node:path";
import { describe, test } from "node:test";
import { commentsOf } from "#test/comments.ts";

/** The texts of a project by path; the empty text for files that hold no references. */
type Project = ReadonlyMap<string, string>;

const IGNORED = new Set(["node_modules", ".next", ".git", "test-results", "playwright-report"]);
const isMarkdown = (path: string) => path.endsWith(".md");
const isCode = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path);

/** This file holds planted faults. */
const SELF = "docs.test.ts";

function readProject(): Project {
  const paths = globSync("**/*", { exclude: (path) => IGNORED.has(path) || /^\.data/.test(path) })
    .filter((path) => statSync(path).isFile())
    .map((path) => path.split(sep).join("/"));
  const hasReferences = (path: string) => path !== SELF && (isMarkdown(path) || isCode(path));
  return new Map(
    paths.map((path) => [path, hasReferences(path) ? readFileSync(path, "utf8") : ""] as const),
  );
}

const withoutFences = (text: string) => text.replace(/^ *```[\s\S]*?^ *```/gm, "");

/** The prose of a file: a document without its samples, or the comments of code and the documents that its
 *  messages name. */
function proseOf(path: string, text: string): string {
  if (isMarkdown(path)) return withoutFences(text);
  if (!isCode(path)) return "";
  const named = text.match(/(?<![\w./])docs\/[\w./-]+\.md\b/g) ?? [];
  return [...commentsOf(text), ...named].join("\n");
}

/** Every folder and file, for links may lead to both. */
function placesOf(project: Project): Set<string> {
  const places = new Set<string>(project.keys());
  for (const path of project.keys()) {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) places.add(folder);
  }
  return places;
}

/** The anchors of a document: its headings as GitHub writes them. */
function anchorsOf(text: string): Set<string> {
  const headings = withoutFences(text).matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) =>
      heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function linkProblems(project: Project, places: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  for (const [path, text] of project) {
    if (!isMarkdown(path)) continue;
    for (const [, link = ""] of withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(link) || link.startsWith("/docs")) continue;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : posix.normalize(posix.join(dirname(path), file));
      if (!places.has(target.replace(/\/$/, ""))) problems.push(`${path}: ${link}`);
      else if (anchor && !anchorsOf(project.get(target) ?? "").has(anchor)) {
        problems.push(`${path}: ${link}`);
      }
    }
  }
  return problems;
}

const ROOTS = "app|bench|components|db|docs|e2e|examples|lib|test|tools";
/** `lib/kernel/ids.ts`, `docs/decisions/0009`, `lib/domain/<noun>`, `docs/coverage/*.md`. */
const FROM_ROOT = new RegExp(
  `(?<![\\w./@:-])#?((?:${ROOTS})/[\\w./*<>()[\\]{},…-]*[\\w*>\\]}])`,
  "g",
);
/** A file that is named without the way to it. */
const BY_NAME =
  /(?<![\w./*<>…-])((?:[a-z0-9][\w.-]*\/)*[a-z0-9][\w.-]*\.(?:tsx?|mjs|md|spec\.ts))(?![\w-])/g;

function fileProblems(project: Project, places: ReadonlySet<string>): string[] {
  const all = [...places];
  const names = new Set(all.map((place) => basename(place)));
  const exists = (place: string): boolean => {
    if (/[<…]/.test(place)) return exists(place.replace(/\/?[^/]*[<…].*$/, ""));
    if (place === "" || places.has(place)) return true;
    if (/[*{]/.test(place)) return matchesSome(place, all);
    // A decision may be named by its number, and a file of code without its ending.
    return all.some((one) => one.startsWith(`${place}-`) || one.startsWith(`${place}.`));
  };
  const problems: string[] = [];
  for (const [path, text] of project) {
    const prose = proseOf(path, text).replace(/\]\([^)\s]*\)/g, "");
    for (const [, place = ""] of prose.matchAll(FROM_ROOT)) {
      if (!exists(place.replace(/[.,]+$/, ""))) problems.push(`${path}: ${place}`);
    }
    for (const [, name = ""] of prose.replace(FROM_ROOT, "").matchAll(BY_NAME)) {
      if (NO_FILES.has(name)) continue;
      const isThere = name.includes("/")
        ? all.some((one) => one === name || one.endsWith(`/${name}`))
        : names.has(name);
      if (!isThere) problems.push(`${path}: ${name}`);
    }
  }
  return problems;
}

/** A name that no file may have, and a file that the build makes. */
const NO_FILES = new Set(["utils.ts", "next-env.d.ts"]);

function matchesSome(pattern: string, places: readonly string[]): boolean {
  const source = pattern
    .replace(/[.()[\]]/g, "\\$&")
    .replace(/\*+/g, "[^/]*")
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(",", "|")})`);
  const matcher = new RegExp(`^${source}$`);
  return places.some((place) => matcher.test(place));
}

const SERVICE = "docs/spec/service.md";
const DECISIONS = "docs/spec/decisions.md";

/** The sections of a specification (`## 6. Events`), and the points of their numbered lists (`6.2`). */
function sectionsOf(text: string): Set<string> {
  const sections = new Set<string>();
  for (const part of text.split(/^## /m).slice(1)) {
    const number = /^(\d+)\./.exec(part)?.[1];
    if (!number) continue;
    sections.add(number);
    for (const [, point] of part.matchAll(/^(\d+)\. /gm)) sections.add(`${number}.${point}`);
  }
  return sections;
}

const REFERENCE = /\b(service\.md|decisions(?:\.md)?) §§?\s?(\d+(?:\.\d+)?)/g;
const DECISION = /\bdecisions? (\d+)(?:(?:, | and | to )(\d+))*\b/g;

function specificationProblems(project: Project): string[] {
  const service = sectionsOf(project.get(SERVICE) ?? "");
  const decisions = sectionsOf(project.get(DECISIONS) ?? "");
  const numbers = new Set(
    [...project.keys()].map((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]),
  );
  const problems: string[] = [];
  for (const [path, text] of project) {
    // Lines of a comment are joined, for a reference may be broken over two of them.
    const prose = proseOf(path, text).replace(/\n\s*(?:\*|\/\/)? ?/g, " ");
    for (const [whole, where, section = ""] of prose.matchAll(REFERENCE)) {
      const known = where === "service.md" ? service : decisions;
      if (!known.has(section)) problems.push(`${path}: ${whole}`);
    }
    for (const [whole] of prose.matchAll(DECISION)) {
      const missing = whole
        .match(/\d+/g)!
        .filter((number) => !numbers.has(number.padStart(4, "0")));
      if (missing.length > 0) problems.push(`${path}: ${whole}`);
    }
  }
  return problems;
}

/** Routes of screens as patterns: `(groups)` leave no trace, and `[names]` stand for any one part. */
function routesOf(project: Project): { route: RegExp; folder: string }[] {
  const pages = [...project.keys()].filter((path) => /^app\/.*page\.tsx$/.test(path));
  return pages.map((page) => {
    const folder = dirname(page);
    const parts = folder
      .split("/")
      .slice(1)
      .filter((part) => !part.startsWith("("));
    const source = parts.map((part) => (part.startsWith("[") ? "[^/]+" : part)).join("/");
    return { route: new RegExp(`^/${source}$`), folder };
  });
}

const SCREEN_LINK = /["'`(=](\/docs(?:\/[\w$.{}-]*)*)(#[\w$.{}-]+)?(?=["'`)\s<?])/g;

function screenProblems(project: Project): string[] {
  const routes = routesOf(project);
  const problems: string[] = [];
  for (const [path, text] of project) {
    for (const [, link = "", anchor = ""] of text.matchAll(SCREEN_LINK)) {
      const address = link.replace(/\$\{[^}]*\}?.*$/, "any").replace(/(?<=.)\/$/, "");
      const found = routes.find(({ route }) => route.test(address));
      if (!found) problems.push(`${path}: ${link}`);
      else if (anchor && !anchor.includes("$") && !holdsId(project, found.folder, anchor)) {
        problems.push(`${path}: ${link}${anchor}`);
      }
    }
  }
  return problems;
}

function holdsId(project: Project, folder: string, anchor: string): boolean {
  const id = `"${anchor.slice(1)}"`;
  const inFolder = [...project].filter(([path]) => dirname(path) === folder);
  return inFolder.some(([, text]) => text.includes(`id=${id}`) || text.includes(`id: ${id}`));
}

describe("every reference leads somewhere", () => {
  const project = readProject();
  const places = placesOf(project);

  test("links between documents, and their anchors", () => {
    assert.deepEqual(linkProblems(project, places), []);
  });

  test("files and folders that documents and comments name", () => {
    assert.deepEqual(fileProblems(project, places), []);
  });

  test("sections of the specification, and numbered decisions", () => {
    assert.deepEqual(specificationProblems(project), []);
  });

  test("links to the guides and the reference", () => {
    assert.deepEqual(screenProblems(project), []);
  });
});

describe("a dangling reference is found", () => {
  const planted = (texts: Record<string, string>) => {
    const project = new Map(Object.entries({ ...SOUND, ...texts }));
    const places = placesOf(project);
    return [
      ...linkProblems(project, places),
      ...fileProblems(project, places),
      ...specificationProblems(project),
      ...screenProblems(project),
    ];
  };

  const SOUND = {
    "docs/spec/service.md": "## 6. Events\n\n1. One.\n2. Two.\n",
    "docs/spec/decisions.md": "## 1. Readings\n",
    "docs/decisions/0007-the-queue.md": "# 7. The queue\n\n## How it's kept\n",
    "lib/kernel/ids.ts": "",
    "app/docs/(guides)/keys/page.tsx": 'const a = <h2 id="rotate">;',
    "app/docs/api/[group]/page.tsx": "",
  };

  test("a sound one is not", () => {
    const prose =
      "See [7](decisions/0007-the-queue.md#how-its-kept), decision 7, service.md §6.2, decisions §1, " +
      "`lib/kernel/ids.ts`, `ids.ts`, `lib/kernel/*.ts`, `docs/decisions/0007`, [keys](/docs/keys#rotate).";
    const code = "/** service.md §6, lib/kernel/ids.ts */ const a = `/docs/api/$" + "{group}`;";
    assert.deepEqual(planted({ "docs/a.md": prose, "lib/a.ts": code }), []);
  });

  const faults: Record<string, Record<string, string>> = {
    "a link to no file": { "README.md": "[a](docs/none.md)" },
    "a link to no heading": { "README.md": "[a](docs/decisions/0007-the-queue.md#none)" },
    "a file that a document names": { "README.md": "Look into `lib/kernel/none.ts`." },
    "a file that a comment names": { "lib/a.ts": "// As in lib/kernel/none.ts." },
    "a document that a message names": { "lib/a.ts": 'log.warn("see docs/none.md");' },
    "a folder": { "README.md": "`lib/none/` holds it." },
    "a pattern that matches nothing": { "README.md": "`docs/none/*.md`" },
    "a file by its name alone": { "lib/a.ts": "/** See `none.test.ts`. */" },
    "a section of the specification": { "lib/a.ts": "/** (service.md §7) */" },
    "a point of a section": { "lib/a.ts": "/** (service.md §6.3) */" },
    "a reference over two lines": { "lib/a.ts": "/** As in service.md\n * §7. */" },
    "a section of its decisions": { "lib/a.ts": "/** (decisions §2) */" },
    "a decision": { "docs/a.md": "That is decision 8." },
    "one of several decisions": { "docs/a.md": "Decisions 7 and 9, or decisions 7 and 9." },
    "a link to no guide": { "app/a.tsx": '<a href="/docs/none">' },
    "a link to no part of a guide": { "app/a.tsx": '<a href="/docs/keys#none">' },
  };
  for (const [name, texts] of Object.entries(faults)) {
    test(name, () => {
      assert.equal(planted(texts).length, 1, JSON.stringify(planted(texts)));
    });
  }
});
