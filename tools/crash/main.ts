// `npm test` does a short run.

import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { answerHelp, UsageError, wholeNumberOf } from "#lib/cli/usage.ts";
import { type CrashReport, REGIMES, type Regime, runCrash } from "#tools/crash/run-crash.ts";
import { runHooks } from "#tools/crash/run-hooks.ts";

answerHelp(`Usage: npm run -s crash -- [--kills 50] [--regime ${["each", ...REGIMES, "webhooks"].join("|")}] [--seed N] [--buyers 12] [--keep]

Kills the web process (and, by regime, the database, the worker and the rail) at random times under load and compares
all books afterwards. \`webhooks\` kills workers at each step of a delivery instead. \`each\` runs all regimes.`);

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    regime: { type: "string", default: "each" },
    seed: { type: "string" },
    buyers: { type: "string", default: "12" },
    keep: { type: "boolean", default: false },
  },
});

function regimes(): readonly Regime[] {
  if (values.regime === "each") return REGIMES;
  const found = REGIMES.find((regime) => regime === values.regime);
  if (!found) {
    throw new UsageError(`--regime must be each, ${REGIMES.join(", ")} or webhooks.`);
  }
  return [found];
}

/** Kills workers, and the database with every twentieth kill. */
async function killWorkers(seed: number): Promise<boolean> {
  const say = (line: string) => process.stderr.write(`\rwebhooks: ${line}   `);
  const report = await runHooks({ kills, databaseEvery: 20, seed, say });
  const { problems, kills: done, ...figures } = report;
  process.stderr.write("\n");
  for (const problem of problems.slice(0, 40)) process.stdout.write(`  ${problem}\n`);
  console.table([{ ...done, ...figures, discrepancies: problems.length }]);
  return problems.length === 0;
}

function row(report: CrashReport): Record<string, string | number> {
  const { kills, http } = report;
  return {
    regime: report.regime,
    "kills web/db/worker/rail": `${kills.web}/${kills.postgres}/${kills.worker}/${kills.rail}`,
    orders: report.orders,
    writes: report.writes,
    "http requests": http.requests,
    "lost/5xx/409": `${http.lost}/${http.failed}/${http.waiting}`,
    "slowest ms": Math.round(http.slowestMs),
    "charges at rail": report.charges,
    "repeated/asked at rail": `${report.repeatsAtRail}/${report.askedAtRail}`,
    events: report.events,
    received: report.deliveriesReceived,
    discrepancies: report.problems.length,
    seconds: report.seconds,
  };
}

const kills = wholeNumberOf(values.kills, "kills");
const buyers = wholeNumberOf(values.buyers, "buyers");
const seed = wholeNumberOf(values.seed ?? String(randomInt(2 ** 31)), "seed");
const wanted = values.regime === "webhooks" ? [] : regimes();
process.stdout.write(`seed ${seed}\n`);
if (values.regime === "webhooks") process.exit((await killWorkers(seed)) ? 0 : 1);

const reports: CrashReport[] = [];
for (const regime of wanted) {
  const options = { regime, kills, seed, buyers };
  const say = (line: string) => process.stderr.write(`\r${regime}: ${line}   `);
  const report = await runCrash({ ...options, say, keepLogs: values.keep });
  process.stderr.write("\n");
  for (const problem of report.problems.slice(0, 40)) process.stdout.write(`  ${problem}\n`);
  if (report.problems.length > 0) process.stdout.write(`  kept: ${report.folder}\n`);
  reports.push(report);
  process.stdout.write(`${JSON.stringify(row(report))}\n`);
}
console.table(reports.map(row));
process.exitCode = reports.some(({ problems }) => problems.length > 0) ? 1 : 0;
