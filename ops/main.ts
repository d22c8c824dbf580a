// Tries the service together with what runs beside it in production: real programs of Debian's packages, started on
// loopback. `ops/packages.txt` lists the packages; a trial fails when its program is missing.

import { globSync } from "node:fs";
import { parseArgs } from "node:util";
import { findTestFiles } from "#lib/cli/launch/test-files.ts";
import { type Counts, runUnitTests } from "#lib/cli/launch/test-unit.ts";
import { answerHelp, numberOf, UsageError, wholeNumberOf } from "#lib/cli/usage.ts";
import { citus } from "./citus/main.ts";
import { ON_THEIR_OWN } from "./citus/on-their-own.ts";
import { soak } from "./faults/soak.ts";
import { startPgBouncer } from "./pgbouncer.ts";
import { LONGEST_WAIT_MS, largeUpgrade } from "./upgrade/large.ts";

const USAGE = `Usage: npm run -s ops -- test [NAME…]
       npm run -s ops -- smoke
       npm run -s ops -- pgbouncer [PATTERN…]
       npm run -s ops -- citus start|test [--workers 2] [--shards 4] [PATTERN…]
       npm run -s ops -- citus crash|model|fuzz [--workers 2] [--shards 4] [-- OPTION…]
       npm run -s ops -- citus figures [--nodes none,0,1,2,3] [--shards 6] [--accounts 24] [--connections 768] [--seconds 12]
       npm run -s ops -- citus report [--payments 300000] [--workers 2] [--shards 6] [--reads 15]
       npm run -s ops -- citus move --from OWNER_URL --folder FOLDER [--jobs 4]
       npm run -s ops -- upgrade [--payments 10000000] [--rate 20]
       npm run -s ops -- soak [--minutes 30] [--rate 200] [--every 60]

test       runs the trials in ops/ whose names contain a NAME, or all of them, each with its own database.
smoke      runs those that take seconds to a minute: CI does so for each change.
pgbouncer  runs the API's tests, or the test files whose path contains a PATTERN, through PgBouncer in transaction mode.
citus      starts a coordinator and workers of Citus (bash ops/citus/build): start migrates and prints the addresses, test runs
           the API's tests, or the test files whose path contains a PATTERN, on it; crash, model and fuzz run the tool of this
           name on it, with its own options after "--". figures counts the processor time of a charge and of a delivery on each
           node: of one PostgreSQL, of a coordinator alone, and with so many workers. report compares reports of a year on one
           PostgreSQL and on a cluster. move moves an installation that was stopped from one PostgreSQL into the empty database
           of DATABASE_OWNER_URL, the coordinator's (docs/operations.md).
upgrade    fills a database of an older version (4 kB of disk for a payment) and upgrades it while payments are made.
soak       runs web × 2, worker × 2, PgBouncer, Redis, PostgreSQL with a standby, and haproxy under load, with a fault every so many seconds.

They need the packages of ops/packages.txt: bash ops/install
`;

/** The trials of `smoke`. The others play faults for minutes, and some want a machine that does nothing else. */
const SMOKE = [
  "rate-limits",
  "readiness",
  "rules",
  "units",
  "failover",
  "connection-limit",
  "replicas",
  "upgrade",
];

const has = (path: string, parts: readonly string[]) =>
  parts.length === 0 || parts.some((part) => path.includes(part));

/** Prints the report; counts as one test. */
async function runSoak(args: string[]): Promise<Pick<Counts, "passed" | "failed" | "skipped">> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: "string", default: "30" },
      rate: { type: "string", default: "200" },
      every: { type: "string", default: "60" },
    },
  });
  const { struck, charges, verdict, settledSeconds } = await soak({
    seconds: numberOf(values.minutes, "minutes") * 60,
    perSecond: numberOf(values.rate, "rate"),
    everySeconds: numberOf(values.every, "every"),
    say: (line) => process.stderr.write(`${line}\n`),
  });
  console.table(struck);
  const { problems, ...figures } = verdict;
  const share = ((100 * charges.firstTry) / charges.offered).toFixed(3);
  console.log(
    JSON.stringify({ firstTryPercent: share, ...charges, ...figures, settledSeconds }, null, 2),
  );
  for (const problem of problems.slice(0, 40)) console.log(problem);
  const failed = problems.length + verdict.lost + verdict.doubled > 0;
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: 0 };
}

/** Prints the waits; counts as one test. */
async function runUpgrade(args: string[]): Promise<Pick<Counts, "passed" | "failed" | "skipped">> {
  const { values } = parseArgs({
    args,
    options: {
      payments: { type: "string", default: "10000000" },
      rate: { type: "string", default: "20" },
    },
  });
  const { log, ...figures } = await largeUpgrade({
    payments: wholeNumberOf(values.payments, "payments"),
    perSecond: numberOf(values.rate, "rate"),
    say: (line) => process.stderr.write(`${line}\n`),
  });
  console.dir(figures, { depth: 4 });
  const { upgrade, code } = figures;
  const failed = code !== 0 || upgrade.longestMs > LONGEST_WAIT_MS || upgrade.refused.size > 0;
  if (failed) process.stderr.write(log);
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: 0 };
}

async function main([verb, ...names]: string[]): Promise<number> {
  const trials = (parts: readonly string[]) => {
    const files = globSync("ops/*.trial.ts").filter((path) => has(path, parts));
    return files.length > 0 ? runUnitTests(files) : null;
  };
  const runs = {
    test: () => trials(names),
    smoke: () => trials(SMOKE),
    soak: () => runSoak(names),
    upgrade: () => runUpgrade(names),
    citus: () => {
      const [name = "", ...rest] = process.argv.slice(3);
      return Object.hasOwn(ON_THEIR_OWN, name) ? ON_THEIR_OWN[name]!(rest) : citus([name, ...rest]);
    },
    pgbouncer: () => {
      const { unit } = findTestFiles(names.length > 0 ? names : ["lib/api/"]);
      return unit.length > 0 ? runUnitTests(unit, startPgBouncer) : null;
    },
  };
  const running = Object.hasOwn(runs, verb ?? "") ? runs[verb as keyof typeof runs]() : null;
  if (!running) {
    throw new UsageError(`No command and no file is called "${[verb, ...names].join(" ")}".`);
  }
  const { passed, failed, skipped } = await running;
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

answerHelp(USAGE);
/** Signals while the process stops what it started. */
let sinceStopping: number | null = null;
// A signal that nothing waits for would end this process before it has killed what it started. A listener of the first one
// may have left and still be at work, so the second one is ignored, too; the third ends the process.
for (const name of ["SIGINT", "SIGTERM"]) {
  process.on(name, () => {
    if (process.listenerCount(name) > 1) sinceStopping = 0;
    else if (sinceStopping === null || ++sinceStopping > 1) process.exit(1);
  });
}
process.exitCode = await main(process.argv.slice(2));
