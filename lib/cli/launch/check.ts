import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import { report } from "./report.ts";
import { RULES } from "./test-files.ts";

interface Step {
  name: string;
  args: readonly string[];
}

const bin = (path: string) => join("node_modules", path);

/** The type checker's cache: a second run takes a tenth of the time. */
const TYPES_SEEN = ["--incremental", "--tsBuildInfoFile", bin(".cache/types.tsbuildinfo")];

const STEPS: readonly Step[] = [
  { name: "types", args: [bin("typescript/bin/tsc"), "--noEmit", "-p", ".", ...TYPES_SEEN] },
  { name: "lint", args: [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."] },
  { name: "dead code", args: [bin("knip/bin/knip.js"), "--no-progress"] },
  { name: "rules", args: ["--no-warnings", "--test", "--test-reporter=dot", ...RULES] },
];

interface Outcome {
  step: Step;
  passed: boolean;
  output: string;
  seconds: number;
}

function runStep(step: Step): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    const options = { env: childEnv({ NO_COLOR: "1" }), maxBuffer: 64 * 2 ** 20 };
    execFile(process.execPath, [...step.args], options, (error, stdout, stderr) => {
      const seconds = (performance.now() - started) / 1_000;
      resolve({ step, passed: error === null, output: `${stdout}${stderr}`.trim(), seconds });
    });
  });
}

/** Runs types, lint, dead code and the project's rules concurrently, without a database. Prints the failures and
 * returns whether all passed. */
export async function check(): Promise<boolean> {
  let passed = true;
  for (const running of STEPS.map(runStep)) {
    const outcome = await running;
    const mark = outcome.passed ? "ok  " : "FAIL";
    process.stdout.write(`${mark} ${outcome.step.name} (${outcome.seconds.toFixed(1)} s)\n`);
    if (!outcome.passed) process.stdout.write(`${outcome.output.replace(/^/gm, "     ")}\n`);
    passed &&= outcome.passed;
  }
  return passed;
}

async function main(): Promise<number> {
  parseArgs({ options: {} });
  return (await check()) ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main().catch(report);
