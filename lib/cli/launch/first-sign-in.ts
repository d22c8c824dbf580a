import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import { keepFile } from "./database.ts";

export type SignIn = { email: string; password: string };

/** The sign-in that the banner shows. */
export type FirstSignIn = SignIn & {
  /** Whether it is shown only this once. */
  once: boolean;
  /** Call it after showing. */
  shown(): void;
};

type Start = {
  dataDir: string;
  /** Whether others than the users of this machine can reach the installation. */
  exposed: boolean;
  /** Variables with which a child process connects to the database. */
  variables: Readonly<Record<string, string>>;
};

const OWNER_EMAIL = "owner@paydesk.example";

/** The sign-in of an installation with an embedded database; null if nothing is to be shown. If only this machine can
 * reach it: the demo merchant, created at the first start. Otherwise: the owner of a new account, created at the
 * first such start with a random password that is shown once; such an installation never gets a demo. Throws with
 * the output of the seed. */
export async function firstSignIn(start: Start): Promise<FirstSignIn | null> {
  const demoPath = join(start.dataDir, "demo.json");
  const ownerPath = join(start.dataDir, "owner.json");
  if (start.exposed) return await ownerOnce(ownerPath, start.variables);
  if (existsSync(ownerPath) && !existsSync(demoPath)) return null;
  const demo = await seedOnce(demoPath, start.variables);
  return { ...demo, once: false, shown: () => {} };
}

/** Writes the file after the whole demo is created, so that the next start completes an interrupted one. */
async function seedOnce(path: string, variables: Start["variables"]): Promise<SignIn> {
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as SignIn;
  const printed = await runScript("seed.ts", [], variables);
  keepFile(path, printed);
  return JSON.parse(printed) as SignIn;
}

/** The file holds the password from before the account is created until it was shown, so that a start after an
 * interruption shows the same one. */
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
