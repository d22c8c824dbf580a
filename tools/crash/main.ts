// `npm test` does a short run.

import { answerHelp } from "#lib/cli/usage.ts";
import { crash } from "#tools/crash/command.ts";
import { REGIMES } from "#tools/crash/run-crash.ts";

answerHelp(`Usage: npm run -s crash -- [--kills 50] [--regime ${["each", ...REGIMES, "webhooks"].join("|")}] [--seed N] [--buyers 12] [--keep]

Kills the web process (and, by regime, the database, the worker and the rail) at random times under load and compares
all books afterwards. \`webhooks\` kills workers at each step of a delivery instead. \`each\` runs all regimes.`);

process.exit((await crash(process.argv.slice(2))) ? 0 : 1);
