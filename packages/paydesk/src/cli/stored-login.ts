import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Context } from "./context.ts";

/** What `login` stored for this person. */
export interface Login {
  url: string;
  key: string;
}

/** Where the key of a login is. */
export type KeyPlace = "keychain" | "file";

type Kept = { url: string; account: string; mode: string; key?: string };

const SERVICE = "paydesk";
const pathOf = ({ folder }: Pick<Context, "folder">) => join(folder, "login.json");

/** The stored login; null if there is none. */
export async function readLogin(context: Context): Promise<Login | null> {
  const kept = readKept(context);
  if (!kept) return null;
  const key = kept.key ?? (await keychain(context)?.read(kept.url));
  return key ? { url: kept.url, key } : null;
}

/** Stores a login in place of an earlier one: its key in the system's keychain, else in a file that only this person can
 * read. Returns where the key is. */
export async function storeLogin(
  context: Context,
  login: Login & { account: string; mode: string },
): Promise<KeyPlace> {
  await forgetLogin(context);
  const { key, ...facts } = login;
  const stored = (await keychain(context)?.write(login.url, key)) ?? false;
  const path = pathOf(context);
  mkdirSync(context.folder, { recursive: true, mode: 0o700 });
  // Written under another name first: a file that exists already could be readable by others.
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, JSON.stringify(stored ? facts : login), { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
  return stored ? "keychain" : "file";
}

/** Removes the stored login. Returns whether there was one. */
export async function forgetLogin(context: Context): Promise<boolean> {
  const kept = readKept(context);
  if (!kept) return false;
  if (!kept.key) await keychain(context)?.remove(kept.url);
  rmSync(pathOf(context), { force: true });
  return true;
}

function readKept(context: Context): Kept | null {
  const path = pathOf(context);
  if (!existsSync(path)) return null;
  try {
    const kept = JSON.parse(readFileSync(path, "utf8")) as Kept;
    return typeof kept.url === "string" ? kept : null;
  } catch {
    return null;
  }
}

interface Keychain {
  read(url: string): Promise<string | null>;
  write(url: string, key: string): Promise<boolean>;
  remove(url: string): Promise<boolean>;
}

/** The keychain of the system; null where it has no tool for it, and with `PAYDESK_KEYCHAIN=off`. The key is passed by
 * standard input, because other people of the machine can see arguments. */
function keychain({ env }: Context): Keychain | null {
  if (env.PAYDESK_KEYCHAIN === "off") return null;
  if (process.platform === "darwin") {
    const at = (url: string) => ["-s", SERVICE, "-a", url];
    return {
      read: async (url) =>
        (await run("security", ["find-generic-password", ...at(url), "-w"])).text,
      // In interactive mode the command, with the key, is read from standard input.
      write: async (url, key) =>
        (
          await run(
            "security",
            ["-i"],
            `add-generic-password -U -s ${SERVICE} -a "${url}" -w "${key}"\n`,
          )
        ).done,
      remove: async (url) => (await run("security", ["delete-generic-password", ...at(url)])).done,
    };
  }
  if (process.platform !== "linux") return null;
  const at = (url: string) => ["service", SERVICE, "url", url];
  return {
    read: async (url) => (await run("secret-tool", ["lookup", ...at(url)])).text,
    write: async (url, key) =>
      (await run("secret-tool", ["store", "--label=Paydesk", ...at(url)], key)).done,
    remove: async (url) => (await run("secret-tool", ["clear", ...at(url)])).done,
  };
}

/** Runs a tool of the system. One that is missing, fails or takes over 10 s has done nothing. */
function run(
  command: string,
  args: string[],
  input = "",
): Promise<{ done: boolean; text: string | null }> {
  return new Promise((resolve) => {
    const child = execFile(command, args, { timeout: 10_000 }, (error, stdout) => {
      const text = stdout.trim();
      resolve({ done: error === null, text: error === null && text !== "" ? text : null });
    });
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
