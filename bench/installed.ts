// Tools for measurements that are not dependencies: each is installed in a folder that is removed afterwards.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A folder with this version of a package, or null if it cannot be installed (no network). */
export async function installApart(name: string, version: string): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), `paydesk-bench-${name}-`));
  const label = ["install", `${name}@${version}`, "--prefix", folder, "--ignore-scripts"];
  try {
    await promisify(execFile)("npm", [...label, "--no-audit", "--no-fund"], { timeout: 120_000 });
    return folder;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
}
