// Tries the service together with what runs beside it in production: real programs of Debian's packages, started on
// loopback. `ops/packages.txt` lists the packages; a trial fails when its program is missing.

import { globSync } from "node:fs";
import { findTestFiles } from "#lib/cli/launch/test-files.ts";
import { runUnitTests } from "#lib/cli/launch/test-unit.ts";
import { answerHelp, UsageError } from "#lib/cli/usage.ts";
import { startPgBouncer } from "./pgbouncer.ts";

const USAGE = `Usage: npm run -s ops -- test [NAME…]
       npm run -s ops -- pgbouncer [PATTERN…]

test       runs the trials in ops/ whose names contain a NAME, or all of them, each with its own database.
pgbouncer  runs the API's tests, or the test files whose path contains a PATTERN, through PgBouncer in transaction mode.

They need the packages of ops/packages.txt: bash ops/install
`;

const has = (path: string, parts: readonly string[]) =>
  parts.length === 0 || parts.some((part) => path.includes(part));

async function main([verb, ...names]: string[]): Promise<number> {
  const runs = {
    test: () => {
      const files = globSync("ops/*.trial.ts").filter((path) => has(path, names));
      return files.length > 0 ? runUnitTests(files) : null;
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
process.exitCode = await main(process.argv.slice(2));
