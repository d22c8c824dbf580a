import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { UsageError, wholeNumberOf } from "#lib/cli/usage.ts";
import type { KillableDatabase } from "./processes.ts";
import { type CrashReport, REGIMES, type Regime, runCrash } from "./run-crash.ts";
import { runHooks } from "./run-hooks.ts";

const NO_HOOKS = "--regime webhooks has its own database";

function regimesOf(name: string): readonly Regime[] {
  if (name === "each") return REGIMES;
  const found = REGIMES.find((regime) => regime === name);
  if (!found) throw new UsageError(`--regime must be each, ${REGIMES.join(", ")} or webhooks.`);
  return [found];
}

/** Kills workers, and the database with every twentieth kill. */
async function killWorkers(kills: number, seed: number): Promise<boolean> {
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

/** `npm run -s crash` with its arguments; returns whether all books agreed. `openDatabase` makes another database than our own
 * PostgreSQL for each regime. */
export async function crash(
  args: string[],
  openDatabase?: () => Promise<KillableDatabase>,
): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: "string", default: "50" },
      regime: { type: "string", default: "each" },
      seed: { type: "string" },
      buyers: { type: "string", default: "12" },
      keep: { type: "boolean", default: false },
    },
  });
  const kills = wholeNumberOf(values.kills, "kills");
  const buyers = wholeNumberOf(values.buyers, "buyers");
  const seed = wholeNumberOf(values.seed ?? String(randomInt(2 ** 31)), "seed");
  const regimes = values.regime === "webhooks" ? [] : regimesOf(values.regime);
  process.stdout.write(`seed ${seed}\n`);
  if (values.regime === "webhooks") {
    if (openDatabase) throw new UsageError(NO_HOOKS);
    return await killWorkers(kills, seed);
  }
  const reports: CrashReport[] = [];
  for (const regime of regimes) {
    const options = { regime, kills, seed, buyers, keepLogs: values.keep };
    const say = (line: string) => process.stderr.write(`\r${regime}: ${line}   `);
    const report = await runCrash({
      ...options,
      say,
      ...(openDatabase ? { database: await openDatabase() } : {}),
    });
    process.stderr.write("\n");
    for (const problem of report.problems.slice(0, 40)) process.stdout.write(`  ${problem}\n`);
    if (report.problems.length > 0) process.stdout.write(`  kept: ${report.folder}\n`);
    reports.push(report);
    process.stdout.write(`${JSON.stringify(row(report))}\n`);
  }
  console.table(reports.map(row));
  return reports.every(({ problems }) => problems.length === 0);
}
