import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";

const PROGRAM = fileURLToPath(new URL("../../tools/package/main.ts", import.meta.url));

/** Where an installation hands out the npm package, below its URL. */
export const PACKAGE_PATH = "docs/paydesk.tgz";

/** Builds and packs the npm package from its sources; returns the bytes of the tarball. Takes seconds, in a process of its own. */
export async function packPackage(signal?: AbortSignal): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-package-"));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, "pack", folder], {
      env: childEnv({}),
      signal,
    });
    return await readFile(stdout.trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
