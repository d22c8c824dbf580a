import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parseArgs } from "node:util";
import { answerHelp, UsageError } from "#lib/cli/usage.ts";
import { CORRECTIONS } from "#lib/wire/versions/corrections.ts";
import { goldenFiles } from "#tools/golden/files.ts";
import { changedStates, differingKinds, onlyAdds } from "./golden-differences.ts";

answerHelp(`Usage: npm run -s golden -- [--accept] [--correct NAME]

Writes missing golden files and new states. It rewrites a state of a released version only with

  --accept   if fields were only added
  --correct  in the objects that a correction of the changelog names`);

const folder = new URL("../../lib/wire/versions/golden/", import.meta.url);
const { values: flags } = parseArgs({
  options: { accept: { type: "boolean" }, correct: { type: "string" } },
});

if (flags.correct !== undefined && !CORRECTIONS.some(({ name }) => name === flags.correct)) {
  throw new UsageError(
    `No correction is called "${flags.correct}": add it to lib/wire/versions/corrections.ts first.`,
  );
}

const corrected = CORRECTIONS.find(({ name }) => name === flags.correct)?.affects.objects ?? [];
const refused: string[] = [];
let written = 0;

/** Whether the flags allow a state to be rewritten. */
function isAllowed(before: unknown, after: unknown, kind: string): boolean {
  if (flags.accept && onlyAdds(before, after)) return true;
  return [...differingKinds(before, after, kind)].every((one) => corrected.includes(one));
}

for (const [path, text] of goldenFiles()) {
  const file = new URL(path, folder);
  const kept = existsSync(file) ? readFileSync(file, "utf8") : null;
  if (kept === text) continue;
  const before = JSON.parse(kept ?? "{}") as Record<string, unknown>;
  const after = JSON.parse(text) as Record<string, unknown>;
  const kind = path.includes("/events/") ? "event" : basename(path, ".json");
  const changed = changedStates(before, after).filter(
    (name) => !isAllowed(before[name], after[name], kind),
  );
  if (changed.length > 0) {
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
    `Not changed, because released shapes must not change:\n  ${refused.join("\n  ")}\n` +
      "- A new shape: add a module to lib/wire/versions/changes.\n" +
      "- Only new fields: npm run golden -- --accept\n" +
      "- A fault in every version: add it to lib/wire/versions/corrections.ts, name the kinds of object it changes,\n" +
      "  then run npm run golden -- --correct NAME\n",
  );
  process.exitCode = 1;
}
