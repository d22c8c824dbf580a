import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { sep } from "node:path";
import { dependentsOf } from "./imports.ts";

const SKIPPED = new Set(["node_modules", ".next", ".git", "test-results", "playwright-report"]);

function find(pattern: string): string[] {
  return globSync(pattern, {
    exclude: (path) => SKIPPED.has(path) || path.startsWith(".data"),
  })
    .map((path) => path.split(sep).join("/"))
    .sort();
}

export interface TestFiles {
  /** Tests for Node's runner, with a database. */
  unit: string[];
  /** Browser journeys for Playwright. */
  journeys: string[];
}

const LONGEST_GROUP = 12;
/** Files that start processes take longer. */
const LONGEST_STARTING_GROUP = 4;

/** Whether a file needs its own process and database: it says why in a comment, or it simulates much. */
const isAlone = (path: string) =>
  path.startsWith("tools/") || /^\/\/ Runs alone:/m.test(read(path));

/** Whether a file starts processes or servers. */
const startsProcesses = (path: string) =>
  /\bnode:child_process\b|#tools\/crash\/|\b(runApiChild|startRail|startEmbedded)\(/.test(
    read(path),
  );

function inGroups(files: readonly string[], size: number): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < files.length; at += size) groups.push(files.slice(at, at + size));
  return groups;
}

/** Test files by process, for at least `processes` of them. Files share processes, because loading the service takes as
 * long as most of them. Those that cannot share, and those that start processes, take longest and run first; at the
 * end the other processors would wait for them. */
export function groupFiles(files: readonly string[], processes: number): string[][] {
  const alone = files.filter(isAlone);
  const sharing = files.filter((path) => !isAlone(path));
  const starting = sharing.filter(startsProcesses);
  const others = sharing.filter((path) => !startsProcesses(path));
  const most = Math.max(1, Math.floor(sharing.length / processes));
  return [
    ...inGroups(alone, 1),
    ...inGroups(starting, Math.min(LONGEST_STARTING_GROUP, most)),
    ...inGroups(others, Math.min(LONGEST_GROUP, most)),
  ];
}

/** Tests of the project's own rules, which need no database and belong to `check`. */
export const RULES: readonly string[] = ["tidy.test.ts", "docs.test.ts"];

/** Test files whose path contains one of the patterns; all without a pattern. `RULES` run here only when named. */
export function findTestFiles(patterns: readonly string[]): TestFiles {
  const wanted = patterns.map((pattern) => pattern.replace(/^\.\//, ""));
  const matches = (path: string) =>
    wanted.length === 0 || wanted.some((pattern) => path.includes(pattern));
  const unit = find("**/*.test.{ts,tsx}").filter(matches);
  return {
    unit: wanted.length === 0 ? unit.filter((path) => !RULES.includes(path)) : unit,
    journeys: find("e2e/**/*.spec.ts").filter(matches),
  };
}

/** Files that a change since `base` can affect: changed files and their importers at any depth. Null (everything) if
 * packages or the schema changed. */
export function affectedSince(base: string): Set<string> | null {
  const changed = changedSince(base);
  const reachesAll = /^(package(-lock)?\.json|start\.mjs|tsconfig\.json|db\/(migrations|schema)\/)/;
  if (changed.some((path) => reachesAll.test(path))) return null;
  const sources = git(
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "*.ts",
    "*.tsx",
    "*.mjs",
  ).map((path) => ({ path, text: read(path) }));
  return dependentsOf(sources, changed);
}

function git(...args: string[]): string[] {
  const output = execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  return output.split("\n").filter(Boolean);
}

/** Files that differ from a commit, including untracked ones. */
function changedSince(base: string): string[] {
  return [
    ...git("diff", "--name-only", base, "--"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
}

/** A deleted file is in the index until the deletion is committed. */
const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
