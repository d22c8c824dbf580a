// Runs one role of the service, for installations that start their processes separately: `node start.mjs web` and
// `node start.mjs worker`. Builds, migrates and restarts nothing.

import { parseArgs } from "node:util";
import { env } from "#lib/kernel/env.ts";
import { WEB_COMMAND, WEB_VARIABLES } from "#lib/server/command.ts";
import { WORKER_COMMAND } from "#lib/worker/command.ts";
import { screensAreBuilt } from "./build.ts";
import { runNode } from "./child.ts";
import { readMasterKeys } from "./master-key.ts";
import { report } from "./report.ts";

const usage = (role: string) => `Usage: npm run start:${role} [-- --api-only]

Runs one ${role === "worker" ? "worker" : "web process"} against DATABASE_URL with PAYDESK_MASTER_KEY; any number may run. Run \`npm run build\` once per
machine, and \`npm run migrate\` once per version before. A web process with --api-only serves no screens and needs no build.
`;

const PRODUCTION = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };

async function run([role = "web", ...flags]: string[]): Promise<number> {
  if (flags.includes("--help")) {
    process.stdout.write(usage(role));
    return 0;
  }
  parseArgs({ args: flags, options: role === "web" ? { "api-only": { type: "boolean" } } : {} });
  await readMasterKeys();
  // Both throw with the next step when they are not set.
  void [env.databaseUrl, env.masterKey];
  if (role === "worker") return await runNode(WORKER_COMMAND, PRODUCTION);
  if (!flags.includes("--api-only") && !screensAreBuilt()) {
    throw new Error(
      "The screens of this version are not built. Run `npm run build`, then start again.",
    );
  }
  return await runNode([...WEB_COMMAND, ...flags], { ...PRODUCTION, ...WEB_VARIABLES });
}

process.exitCode = await run(process.argv.slice(2)).catch(report);
