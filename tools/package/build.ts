import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { writeSamples } from "./samples.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const source = join(root, "packages/paydesk");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** The compiler of the repository. */
export const TSC = join(root, "node_modules/typescript/bin/tsc");

/** The message of a failed process with what it printed: the compiler reports on standard output. */
function told(error: unknown): never {
  const { message, stdout } = error as Error & { stdout?: string };
  throw new Error(`${message}\n${stdout ?? ""}`);
}

/** Compiles the package into `folder`, ready to be packed. Throws with the compiler's messages. */
export async function buildPackage(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const configs = ["tsconfig.json", "tsconfig.cli.json"].map((name) => join(source, name));
  for (const config of configs.filter((path) => existsSync(path))) {
    const args = [TSC, "-p", config, "--outDir", join(folder, "dist")];
    await run(process.execPath, args, { cwd: root }).catch(told);
  }
  for (const name of ["package.json", "README.md", "CHANGELOG.md"]) {
    copyFileSync(join(source, name), join(folder, name));
  }
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeSamples(join(folder, "samples"));
}

/** Builds and packs the package into `folder` and returns the tarball's path. */
export async function packPackage(folder: string): Promise<string> {
  const stage = join(folder, "stage");
  await buildPackage(stage);
  const { stdout } = await run(npm, ["pack", "--silent", "--pack-destination", folder], {
    cwd: stage,
  });
  return join(folder, stdout.trim());
}

/** Installs a tarball, and nothing else unless `more` names it, into an empty folder. */
export async function installInto(
  folder: string,
  tarball: string,
  more: readonly string[] = [],
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await run(npm, ["init", "--yes", "--init-type=module"], { cwd: folder });
  const offline = more.length === 0 ? ["--offline"] : [];
  const words = ["install", "--silent", "--no-audit", "--no-fund", ...offline, tarball, ...more];
  await run(npm, words, { cwd: folder }).catch(told);
}
