import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import { keepFile } from "./keep-file.ts";

export type SignIn = { email: string; password: string };

/** What the banner shows of how to sign in. */
export type FirstSignIn = SignIn & {
  /** Whether it is shown this once only. */
  once: boolean;
  /** To be called when it was shown. */
  shown(): void;
};

type Start = {
  dataDir: string;
  /** Whether others than the users of this machine can reach the installation. */
  exposed: boolean;
  /** What reaches the database. */
  variables: Readonly<Record<string, string>>;
};

const OWNER_EMAIL = "owner@paydesk.example";

/**
 * How to sign in to an installation with an embedded database, null when there is nothing to show. While only this
 * machine can reach it: the demo merchant, made at the first start. Otherwise the owner of an account of its own,
 * made at the first such start with a random password that is shown once; an installation that began so gets no demo.
 * Throws with what the seeding printed.
 */
export async function firstSignIn(start: Start): Promise<FirstSignIn | null> {
  const demoPath = join(start.dataDir, "demo.json");
  const ownerPath = join(start.dataDir, "owner.json");
  if (start.exposed) return await ownerOnce(ownerPath, start.variables);
  if (existsSync(ownerPath) && !existsSync(demoPath)) return null;
  const demo = await seedOnce(demoPath, start.variables);
  return { ...demo, once: false, shown: () => {} };
}

/** The file is kept when all of the demo is made: a start that was cut off is finished by the next. */
async function seedOnce(path: string, variables: Start["variables"]): Promise<SignIn> {
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as SignIn;
  const printed = await runScript("seed.ts", [], variables);
  keepFile(path, printed);
  return JSON.parse(printed) as SignIn;
}

/** The file holds the password from before the account is made until it was shown, so that a start that was cut off
 *  in between shows the same one. */
async function ownerOnce(path: string, variables: Start["variables"]): Promise<FirstSignIn | null> {
  if (!existsSync(path)) {
    const password = randomBytes(18).toString("base64url");
    keepFile(path, JSON.stringify({ email: OWNER_EMAIL, password }));
  }
  const { email, password } = JSON.parse(readFileSync(path, "utf8")) as Partial<SignIn>;
  if (!email || !password) return null;
  const shown = () => keepFile(path, JSON.stringify({ email }));
  const made = JSON.parse(await runScript("first-account.ts", [path], variables)) as boolean;
  if (made) return { email, password, once: true, shown };
  shown();
  return null;
}

async function runScript(
  name: string,
  args: readonly string[],
  variables: Start["variables"],
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--no-warnings", join(import.meta.dirname, name), ...args],
    { env: childEnv(variables), maxBuffer: 2 ** 24 },
  );
  return stdout;
}
