import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The tools in the versions that were tried. Together they have 300 packages and 200 MB, too many for every install. */
const TOOLS = {
  "@hey-api/openapi-ts": "0.99.0",
  "@stoplight/spectral-core": "1.24.1",
  "@stoplight/spectral-parsers": "1.0.5",
  "@stoplight/spectral-rulesets": "1.23.1",
  "@types/node": "26.6.6",
  esbuild: "0.28.2",
  "openapi-fetch": "0.17.0",
  "openapi-typescript": "7.13.0",
  "swagger-typescript-api": "13.13.0",
  // The generators use the compiler's interface for programs, which TypeScript 7 does not have.
  typescript: "5.9.3",
};

/** Installs the tools unless they are there. Returns their folder. Throws if the registry cannot be reached. */
export function installTools(): string {
  const manifest = JSON.stringify({ private: true, type: "module", dependencies: TOOLS }, null, 2);
  const hash = createHash("sha256").update(manifest).digest("hex").slice(0, 12);
  const root = new URL("../../node_modules/.cache/contract/", import.meta.url);
  const folder = join(fileURLToPath(root), hash);
  const done = join(folder, "installed");
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), manifest);
  const args = [
    "install",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    "--ignore-scripts",
    "--loglevel=error",
  ];
  execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(done, "");
  return folder;
}

/** Runs a program of a tool; returns what it printed. Throws with that text if it fails. */
export function runTool(folder: string, script: string, args: readonly string[]): string {
  return execFileSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 2 ** 24,
  });
}
