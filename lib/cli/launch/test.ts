import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "#db/embedded/ports.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import { buildScreens } from "./build.ts";
import { check } from "./check.ts";
import { runNode } from "./child.ts";
import { report } from "./report.ts";
import { affectedSince, findTestFiles, type TestFiles } from "./test-files.ts";
import { type Counts, runUnitTests } from "./test-unit.ts";
import { throwawayFolder } from "./throwaway-folder.ts";

function printTotals({ tests, passed, failed, skipped, flaky }: Counts): void {
  process.stdout.write(
    `\n# tests ${tests}\n# pass ${passed}\n# fail ${failed}\n# skipped ${skipped}\n# flaky ${flaky}\n`,
  );
}

interface Request {
  patterns: string[];
  /** Only files that differ from this commit, and their importers. */
  changedSince: string | null;
  /** Without journeys, which need a build and a browser. */
  browser: boolean;
}

const USAGE = `npm test                       everything: checks, tests on a throwaway database, journeys in a browser
npm test -- PATTERN…           the test files whose path contains a pattern
npm test -- --no-browser       everything but the journeys
npm test -- --changed[=REF]    the checks, and the tests that a change since REF (default: HEAD) can affect
`;

function readArguments(args: readonly string[]): Request {
  const { values, positionals } = parseArgs({
    // `--changed` can have no value, which parseArgs does not support.
    args: args.map((arg) => (arg === "--changed" ? "--changed=HEAD" : arg)),
    options: {
      changed: { type: "string" },
      "no-browser": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  return {
    patterns: positionals,
    changedSince: values.changed ?? null,
    browser: !values["no-browser"],
  };
}

/** The files to run. A change could affect any journey, so it selects only those whose own file or helper changed and
 * reports the number of others. */
function chooseFiles({ patterns, changedSince, browser }: Request): TestFiles {
  const files = findTestFiles(patterns);
  const affected = changedSince === null ? null : affectedSince(changedSince);
  const isAffected = (path: string) => affected === null || affected.has(path);
  const journeys = browser ? files.journeys.filter(isAffected) : [];
  const left = files.journeys.length - journeys.length;
  if (left > 0) process.stdout.write(`${left} journeys are not run.\n`);
  return { unit: files.unit.filter(isAffected), journeys };
}

/** A build takes one minute of processor time: on a machine that does other work too, ten minutes. */
const BUILD_TIMEOUT_MS = 20 * MINUTE_MS;

const build = () =>
  buildScreens(
    () => process.stdout.write("Building the screens …\n"),
    AbortSignal.timeout(BUILD_TIMEOUT_MS),
  );

/** Runs journeys in a browser against the whole service, started in a temporary folder. Returns whether all passed. */
async function runJourneys(files: readonly string[]): Promise<boolean> {
  // Imported here because Playwright loads slowly and most test runs need no browser.
  const { findChromium } = await import("../../../e2e/support/chromium.ts");
  const chromium = await findChromium();
  const dataDir = throwawayFolder("paydesk-journeys-");
  const port = await freePort();
  try {
    const code = await runNode(
      [join("node_modules", "@playwright", "test", "cli.js"), "test", ...files],
      {
        CHROMIUM_PATH: chromium,
        DATA_DIR: dataDir,
        PAYDESK_THROWAWAY: "1",
        PORT: String(port),
        HOST: undefined,
        PUBLIC_URL: undefined,
        DATABASE_URL: undefined,
        DATABASE_OWNER_URL: undefined,
        PAYDESK_EMBEDDED: undefined,
        PAYDESK_MASTER_KEY: undefined,
      },
    );
    return code === 0;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Stage = readonly [name: string, minutes: number];

/** Runs one stage and notes how long it took. */
async function timed<T>(stages: Stage[], name: string, run: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await run();
  } finally {
    stages.push([name, (performance.now() - started) / MINUTE_MS]);
  }
}

function printStages(stages: readonly Stage[]): void {
  const all = stages.reduce((sum, [, minutes]) => sum + minutes, 0);
  const texts = [...stages, ["all", all] as const].map(
    ([name, took]) => `${name} ${took.toFixed(1)}`,
  );
  process.stdout.write(`\n# minutes: ${texts.join(", ")}\n`);
}

/** `node start.mjs test …` as described in `USAGE`. Returns the exit code. */
async function test(args: readonly string[]): Promise<number> {
  const request = readArguments(args);
  const { patterns } = request;
  const files = chooseFiles(request);
  const count = files.unit.length + files.journeys.length;
  if (count === 0 && request.changedSince === null) {
    throw new Error(`No test file's path contains ${patterns.join(" or ")}.`);
  }
  const stages: Stage[] = [];
  const failures: string[] = [];
  let failed = patterns.length === 0 && !(await timed(stages, "checks", check));
  if (failed) failures.push("npm run check");
  if (files.unit.length > 0) {
    const counts = await timed(stages, "tests", () => runUnitTests(files.unit));
    printTotals(counts);
    failures.push(...counts.failures);
    failed ||= counts.failed > 0 || counts.tests === 0;
  }
  if (files.journeys.length > 0) {
    await timed(stages, "build", build);
    const passed = await timed(stages, "journeys", () => runJourneys(files.journeys));
    failed ||= !passed;
  }
  printStages(stages);
  // Repeated here, because they are thousands of lines above.
  for (const failure of failures) process.stdout.write(`# failure: ${failure}\n`);
  return failed ? 1 : 0;
}

process.exitCode = await test(process.argv.slice(2)).catch(report);
