import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { answerHelp, UsageError } from "#lib/cli/usage.ts";
import { childEnv, env } from "#lib/kernel/env.ts";
import { packPackage } from "./build.ts";
import { verifyPackage } from "./verify.ts";

const USAGE = `Usage: npm run -s package -- pack [FOLDER] | verify

  pack    builds the package \`paydesk\` (packages/paydesk) and packs it into FOLDER (default: a new one); prints the path
          of the tarball
  verify  installs the tarball into an empty folder, compiles a strict sample with TypeScript 5.9 and 7, and runs it on
          Node 20 and 26, Deno and Bun against PUBLIC_URL with PAYDESK_SECRET_KEY, a key of test mode. Needs the registry

\`npm run openapi\` renews the generated files of the package.`;

answerHelp(USAGE);

const { positionals } = parseArgs({ options: {}, allowPositionals: true });
const [command, folder, ...rest] = positionals;
if (rest.length > 0 || (command === "verify" && folder !== undefined)) {
  throw new UsageError(`An argument too many: ${positionals.at(-1)}.`);
}
if (command === "pack") {
  const into = folder ?? mkdtempSync(join(tmpdir(), "paydesk-package-"));
  process.stdout.write(`${await packPackage(into)}\n`);
} else if (command === "verify") {
  if (!env.apiKey) throw new UsageError("PAYDESK_SECRET_KEY is missing.");
  const service = { PAYDESK_URL: env.publicUrl, PAYDESK_SECRET_KEY: env.apiKey };
  process.exitCode = (await verifyPackage({ ...childEnv({ NODE_OPTIONS: undefined }), ...service }))
    ? 0
    : 1;
} else {
  throw new UsageError("The commands are pack and verify.");
}
