import { check } from "./check.ts";
import { report } from "./report.ts";
import { findTestFiles } from "./test-files.ts";
import { runJourneys } from "./test-journeys.ts";
import { type Counts, runUnitTests } from "./test-unit.ts";

function printTotals({ tests, passed, failed, skipped, flaky }: Counts): void {
  process.stdout.write(
    `\n# tests ${tests}\n# pass ${passed}\n# fail ${failed}\n# skipped ${skipped}\n# flaky ${flaky}\n`,
  );
}

/** `node start.mjs test [PATTERN…]`. Without a pattern: the checks, every test on a throwaway
 *  database, and the journeys in a browser. With patterns: the files whose path contains one. */
async function test(patterns: readonly string[]): Promise<number> {
  const files = findTestFiles(patterns);
  if (files.unit.length + files.journeys.length === 0) {
    throw new Error(`No test file's path contains ${patterns.join(" or ")}.`);
  }
  let failed = patterns.length === 0 && !(await check());
  if (files.unit.length > 0) {
    const counts = await runUnitTests(files.unit);
    printTotals(counts);
    failed ||= counts.failed > 0 || counts.tests === 0;
  }
  if (files.journeys.length > 0 && !(await runJourneys(files.journeys))) failed = true;
  return failed ? 1 : 0;
}

process.exitCode = await test(process.argv.slice(2)).catch(report);
