import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dependentsOf } from "./imports.ts";

function git(...args: string[]): string[] {
  const output = execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  return output.split("\n").filter(Boolean);
}

/** The files that differ from a commit, those that git does not track included. */
function changedSince(base: string): string[] {
  return [
    ...git("diff", "--name-only", base, "--"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
}

/** All files that a change since `base` can affect: the changed ones and whatever imports them, at any depth. Changes of packages or
 *  of the schema affect everything: null. */
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

/** A file that was deleted but not committed is still in the index. */
const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
