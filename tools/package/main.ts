import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { answerHelp, UsageError } from "#lib/cli/usage.ts";
import { childEnv, env } from "#lib/kernel/env.ts";
import { buildPackage, packPackage } from "./build.ts";
import { differenceOf, readRelease, refusalOf, writeRelease, writeVersion } from "./release.ts";
import { type Surface, surfaceOf } from "./surface.ts";
import { hashesOnMain, keepTarball } from "./tarballs.ts";
import { verifyPackage } from "./verify.ts";

const USAGE = `Usage: npm run -s package -- pack [FOLDER] | verify | release VERSION [--again]

  pack    builds the package \`paydesk\` (packages/paydesk) and packs it into FOLDER (default: a new one); prints the path
          of the tarball
  verify  installs the tarball into an empty folder, compiles a strict sample with TypeScript 5.9 and 7, and runs it on
          Node 20 and 26, Deno and Bun against PUBLIC_URL with PAYDESK_SECRET_KEY, a key of test mode. Needs the registry
  release raises the version to VERSION, records what it contains (packages/paydesk/release.json) and keeps its tarball
          (packages/paydesk/releases), which an installation hands out. Refuses a version that rises too little for what
          changed, and one that CHANGELOG.md does not describe. \`--again\` records a version that is not on the branch
          \`main\` yet once more

\`npm run openapi\` renews the generated files of the package.`;

answerHelp(USAGE);

const { positionals, values } = parseArgs({
  options: { again: { type: "boolean", default: false } },
  allowPositionals: true,
});
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
} else if (command === "release" && folder !== undefined) {
  await release(folder, values.again);
} else {
  throw new UsageError("The commands are pack, verify and release VERSION.");
}

async function release(version: string, again: boolean): Promise<void> {
  const before = readRelease();
  if (again ? version !== before.version : version === before.version) {
    throw new UsageError(
      `The recorded version is ${before.version}: ${again ? "--again is for it alone" : "name a higher one"}.`,
    );
  }
  if (again && version in hashesOnMain()) {
    throw new UsageError(
      `${version} is on the branch \`main\`, so lock files may have its hash. Release a higher version.`,
    );
  }
  const refusal = again ? null : refusalOf(before, differenceOf(before, await built()), version);
  if (refusal) throw new UsageError(refusal);
  writeVersion(version);
  const folder = mkdtempSync(join(tmpdir(), "paydesk-release-"));
  try {
    // In a process of its own: samples name the version, and this process has read the one before.
    const args = [fileURLToPath(import.meta.url), "pack", folder];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: childEnv({}) });
    writeRelease({ version, ...(await surfaceOf(join(folder, "stage"))) });
    keepTarball(version, stdout.trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`Recorded ${version}.\n`);
}

/** The surface of the package as its sources are now. */
async function built(): Promise<Surface> {
  const stage = mkdtempSync(join(tmpdir(), "paydesk-surface-"));
  try {
    await buildPackage(stage);
    return await surfaceOf(stage);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
