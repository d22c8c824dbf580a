import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";

/** The languages of samples: the program that runs them, the file name, and how to check that the program is
 *  installed. */
const RUNNERS = {
  curl: { file: "sample.sh", command: "sh", needs: ["curl", "--version"] },
  Node: { file: "sample.mjs", command: process.execPath, needs: null },
  Python: { file: "sample.py", command: "python3", needs: ["python3", "-c", "import requests"] },
  PHP: {
    file: "sample.php",
    command: "php",
    needs: ["php", "-r", "exit((int)!extension_loaded('curl'));"],
  },
} as const;

export type Language = keyof typeof RUNNERS;

export const LANGUAGES = Object.keys(RUNNERS) as Language[];

const PATIENCE_MS = 30_000;

/** The reason to skip a language; false if its program is installed. */
export function lacks(language: Language): string | false {
  const { needs } = RUNNERS[language];
  if (!needs) return false;
  const [command, ...args] = needs;
  return spawnSync(command, args).status !== 0 && `${needs.join(" ")} does not work here`;
}

/** Runs a sample program with these environment variables and returns its output. Rejects if it fails or writes
 *  to stderr. */
export async function runSample(
  language: string,
  code: string,
  variables: Record<string, string> = {},
): Promise<string> {
  const { file, command } = RUNNERS[language as Language];
  const dir = mkdtempSync(join(tmpdir(), "paydesk-sample-"));
  try {
    writeFileSync(join(dir, file), code);
    const { stdout, stderr } = await promisify(execFile)(command, [join(dir, file)], {
      env: childEnv({ NODE_OPTIONS: undefined, NODE_TEST_CONTEXT: undefined, ...variables }),
      cwd: dir,
      timeout: PATIENCE_MS,
    });
    if (stderr && language !== "curl") throw new Error(`${language} wrote to stderr: ${stderr}`);
    return stdout;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
