// `paydesk listen` of packages/paydesk with the settings of this installation.

import { env } from "#lib/kernel/env.ts";
import { UsageError } from "../../packages/paydesk/src/cli/exit.ts";
import { listen } from "../../packages/paydesk/src/cli/listen/listen.ts";
import { parseOptions, usageOf } from "../../packages/paydesk/src/cli/listen/options.ts";
import { Refused } from "../../packages/paydesk/src/cli/listen/service.ts";
import { answerHelp } from "./usage.ts";

const USAGE = usageOf("npm run -s listen --", "PUBLIC_URL, else this machine");

answerHelp(USAGE);

const say = (line: string) => process.stdout.write(`${line}\n`);
const warn = (line: string) => process.stderr.write(`${line}\n`);
const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => stop.abort());
}

try {
  const defaults = { key: env.apiKey, url: env.publicUrl };
  const options = parseOptions(process.argv.slice(2), defaults);
  await listen(options, { say, warn, signal: stop.signal, folder: env.dataDir });
} catch (error) {
  if (stop.signal.aborted) {
    say("Stopped.");
  } else if (error instanceof UsageError) {
    warn(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else {
    warn(error instanceof Refused ? `The service refused: ${error.message}` : String(error));
    process.exitCode = 1;
  }
}
