import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { goldenFiles } from "#lib/testing/golden/files.ts";

// `npm run golden`: writes what has no golden file yet, and new states into those that exist. What a
// released version already shows is never rewritten unless told so: `npm run golden -- --accept`.
const folder = new URL("../api/versions/golden/", import.meta.url);
const accepts = process.argv.includes("--accept");
const refused: string[] = [];
let written = 0;

/** The states that are shown already and would look different. */
function changedStates(before: string, after: string): string[] {
  const now = JSON.parse(after) as Record<string, unknown>;
  return Object.entries(JSON.parse(before) as Record<string, unknown>)
    .filter(([name, state]) => JSON.stringify(state) !== JSON.stringify(now[name]))
    .map(([name]) => name);
}

for (const [path, text] of goldenFiles()) {
  const file = new URL(path, folder);
  const before = existsSync(file) ? readFileSync(file, "utf8") : null;
  if (before === text) continue;
  const changed = before === null ? [] : changedStates(before, text);
  if (changed.length > 0 && !accepts) {
    refused.push(`${path}: ${changed.join(", ")}`);
    continue;
  }
  mkdirSync(dirname(file.pathname), { recursive: true });
  writeFileSync(file, text);
  written += 1;
}
process.stdout.write(`${written} golden files written\n`);
if (refused.length > 0) {
  process.stdout.write(
    `Left as they are, because a released shape must not change:\n  ${refused.join("\n  ")}\n` +
      "A shape that has to change takes a module in lib/api/versions/changes. Where a field or a\n" +
      "value was only added: npm run golden -- --accept\n",
  );
  process.exitCode = 1;
}
