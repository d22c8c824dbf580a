import { execFile } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import type { SignIn } from "./banner.ts";

/** Fills a new embedded database with the demo merchant, once, and answers how to sign in. The
 *  answer is kept in `dataDir` when all of it is made: a start that was cut off is finished by the
 *  next, and later ones need not ask the database. Throws with what the seeding printed. */
export async function seedOnce(
  dataDir: string,
  variables: Readonly<Record<string, string>>,
): Promise<SignIn> {
  const path = join(dataDir, "demo.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as SignIn;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--no-warnings", join(import.meta.dirname, "seed.ts")],
    { env: childEnv(variables), maxBuffer: 2 ** 24 },
  );
  const answer = JSON.parse(stdout) as SignIn;
  writeFileSync(`${path}.new`, JSON.stringify(answer), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return answer;
}
