import { parseArgs } from "node:util";
import { answerHelp, UsageError } from "#lib/cli/usage.ts";
import { env } from "#lib/kernel/env.ts";
import type { Driver, EngineName } from "./engine.ts";
import { FIREFOX } from "./firefox.ts";
import { STEPS } from "./screens.ts";
import { WEBKIT } from "./webkit.ts";

answerHelp(`Usage: npm run -s browsers -- [--engine firefox] [--engine webkit]

Uses a service that runs with the demo merchant (npm start) in browsers other than Chromium: sign-in, a list, the
hosted card fields, and a charge. Without --engine in every engine of this machine. Fails if a named engine, or every
engine, is missing.`);

const DRIVERS: Record<EngineName, Driver> = { firefox: FIREFOX, webkit: WEBKIT };

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Takes every step in one engine; returns whether all passed. */
async function tryIn(driver: Driver, program: string): Promise<boolean> {
  const engine = await driver.start(program);
  say(`\n${engine.name}`);
  let allPassed = true;
  try {
    for (const { name, take } of STEPS) {
      const start = performance.now();
      const problem = await take(engine).then(
        async () => (await engine.faults()).at(0),
        (error: Error) => error.message,
      );
      const seconds = ((performance.now() - start) / 1_000).toFixed(1);
      say(problem ? `  FAIL ${name}: ${problem}` : `  ok   ${name} (${seconds} s)`);
      if (problem) allPassed = false;
    }
  } finally {
    await engine.close();
  }
  return allPassed;
}

const { values } = parseArgs({ options: { engine: { type: "string", multiple: true } } });
const named = values.engine ?? [];
const unknown = named.filter((name) => !(name in DRIVERS));
if (unknown.length > 0) {
  const names = Object.keys(DRIVERS).join(" and ");
  throw new UsageError(`No engine is named ${unknown.join(", ")}: there are ${names}.`);
}
let failed = false;
let found = 0;
say(`Service: ${env.publicUrl}`);
for (const [name, driver] of Object.entries(DRIVERS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const program = driver.find();
  if (program) {
    found++;
    say(`Found ${name}: ${program}`);
    if (!(await tryIn(driver, program))) failed = true;
  } else {
    say(`Missing ${name}: apt-get install ${driver.packages}`);
    if (named.includes(name)) failed = true;
  }
}
process.exit(failed || found === 0 ? 1 : 0);
