import { execFile } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import type { SignIn } from "./banner.ts";

/** Fills a new embedded database with the demo merchant, once, and answers how to sign in. The
 *  answer is kept in `dataDir`, so that later starts can print it without asking the database. */
export async function seedOnce(
  dataDir: string,
  variables: Readonly<Record<string, string>>,
): Promise<SignIn | null> {
  const path = join(dataDir, "demo.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as SignIn;
  if (!existsSync(join(import.meta.dirname, "seed.ts"))) return null;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--no-warnings", join(import.meta.dirname, "seed.ts")],
    { env: childEnv(variables), maxBuffer: 2 ** 24 },
  );
  const answer = JSON.parse(stdout.trim().split("\n").at(-1) ?? "null") as SignIn | null;
  if (!answer) return null;
  writeFileSync(`${path}.new`, JSON.stringify(answer), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return answer;
}
