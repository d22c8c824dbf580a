import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dependentsOf } from "./imports.ts";

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

/** A deleted file is in the index until the deletion is committed. */
const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
