// Runs the requests of docs/coverage/ against a running instance and compares every response. The two files are the
// output of `npm run -s account -- create … --json`. `--export` writes the requests as Hurl files instead.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type AccountKeys, playAll, variablesFor } from "./coverage/play-all.ts";
import { readRules } from "./coverage/rules.ts";
import { answerHelp, UsageError } from "./usage.ts";

const USAGE = `Usage: npm run -s coverage -- --url URL --account FILE --other FILE --password PASSWORD [--rule NUMBER]
       npm run -s coverage -- --export FOLDER`;

answerHelp(USAGE);

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    account: { type: "string" },
    other: { type: "string" },
    password: { type: "string" },
    rule: { type: "string" },
    export: { type: "string" },
  },
});

function exportRules(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { number, title, blocks } of readRules()) {
    const text = blocks.map(({ side, text }) => `# ${side}\n${text}`).join("\n\n");
    if (text) writeFileSync(join(folder, `${number}.hurl`), `# ${title}\n${text}\n`);
  }
}

function readKeys(path: string): AccountKeys {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = (error as Error).message;
    throw new UsageError(`${path} is not the output of account create --json: ${why}`);
  }
}

async function main(): Promise<number> {
  if (values.export) {
    exportRules(values.export);
    return 0;
  }
  const { url, account, other, password } = values;
  if (!url || !account || !other || !password) {
    throw new UsageError("Give --url, --account, --other and --password.");
  }
  const variables = variablesFor({
    url,
    account: readKeys(account),
    other: readKeys(other),
    password,
  });
  const rules = readRules().filter(({ number }) => !values.rule || number === values.rule);
  if (rules.length === 0) throw new UsageError(`There is no rule ${values.rule}.`);
  const failed = await playAll(rules, variables, ({ rule, failure }) => {
    const said = failure === null ? "" : `\n     ${failure}`;
    process.stdout.write(
      `${failure === null ? "ok  " : "FAIL"} ${rule.number} ${rule.title}${said}\n`,
    );
  });
  process.stdout.write(`${rules.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
