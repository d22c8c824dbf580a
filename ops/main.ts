// Tries the service together with what runs beside it in production: real programs of Debian's packages, started on
// loopback. `ops/packages.txt` lists the packages; a trial fails when its program is missing.

import { globSync } from "node:fs";
import { report } from "#lib/cli/launch/report.ts";
import { runUnitTests } from "#lib/cli/launch/test-unit.ts";
import { answerHelp, UsageError } from "#lib/cli/usage.ts";

const USAGE = `Usage: npm run -s ops -- test [NAME…]

Runs the trials in ops/ whose names contain a NAME, or all of them, each with its own database. They need the packages of
ops/packages.txt: apt-get install -y $(cat ops/packages.txt)
`;

async function main([verb, ...names]: string[]): Promise<number> {
  if (verb !== "test") throw new UsageError(USAGE);
  const files = globSync("ops/*.trial.ts").filter(
    (path) => names.length === 0 || names.some((name) => path.includes(name)),
  );
  if (files.length === 0) throw new UsageError(`No trial is called ${names.join(" or ")}.`);
  const { passed, failed, skipped } = await runUnitTests(files);
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

answerHelp(USAGE);
process.exitCode = await main(process.argv.slice(2)).catch(report);
