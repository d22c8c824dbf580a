import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { asRole, makeServiceRole } from "../roles.ts";
import { type Account, type Binaries, versionOf } from "./binaries.ts";

const USER = "paydesk";
const SERVICE = "paydesk_service";
/** Each connection repeats the hashing of its password on both sides, and tests open thousands. */
const FEW_ROUNDS = "scram_iterations=1";

export interface EmbeddedOptions {
  /** Folder of the cluster, its password and its log. Created if missing. */
  dataDir: string;
  /** Preferred port; by default the last one used, or any free one. */
  port?: number;
  /** A temporary cluster that does not sync commits to disk. Never for data that matters. */
  throwaway?: boolean;
  /** Programs of another PostgreSQL than the npm package's. */
  binaries?: Binaries;
}

export interface Saved {
  port: number;
  password: string;
  /** Password of the service's role; folders of older versions have none yet. */
  servicePassword?: string;
}

export interface Place extends EmbeddedOptions {
  cluster: string;
  savedPath: string;
  logPath: string;
  binaries: Binaries;
  account: Account;
}

export function savePort(place: Place, saved: Saved): void {
  writePrivately(place.savedPath, JSON.stringify(saved));
}

function writePrivately(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
}

export function urlFor(saved: Saved, database: string): string {
  return `postgres://${USER}:${saved.password}@127.0.0.1:${saved.port}/${database}`;
}

/** The URL for the service's role. */
export function serviceUrlFor(saved: Saved, database: string): string {
  return asRole(urlFor(saved, database), SERVICE, saved.servicePassword ?? "");
}

/** Creates the service's role if a folder has none yet, with a password stored in the folder. */
export async function ensureService(place: Place, client: pg.Client): Promise<void> {
  const saved = readSaved(place);
  if (!saved || saved.servicePassword) return;
  const servicePassword = randomBytes(24).toString("hex");
  // The role first: if the process ends in between, the next start repeats both.
  await makeServiceRole(client, { role: SERVICE, password: servicePassword });
  savePort(place, { ...saved, servicePassword });
}

export function readSaved(place: Place): Saved | null {
  if (!existsSync(place.savedPath)) return null;
  return JSON.parse(readFileSync(place.savedPath, "utf8")) as Saved;
}

/** Creates the cluster beside its final place and moves it there as a whole, so that a killed start leaves nothing
 * that looks like a cluster. */
export async function createCluster(place: Place): Promise<void> {
  const saved = readSaved(place);
  if (existsSync(join(place.cluster, "PG_VERSION"))) {
    if (saved) return;
    throw new Error(`${place.savedPath} is missing: it holds the password of ${place.cluster}.`);
  }
  const password = saved?.password ?? randomBytes(24).toString("hex");
  writePrivately(place.savedPath, JSON.stringify({ port: saved?.port ?? 0, password }));
  const partial = `${place.cluster}.partial`;
  const passwordFile = `${place.savedPath}.initdb`;
  rmSync(partial, { recursive: true, force: true });
  writePrivately(passwordFile, password);
  const label = [
    ...[...place.account.prefix, place.binaries.initdb, "-D", partial, "-U", USER],
    ...[`--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--encoding=UTF8", "--no-instructions"],
    ...localeFor(place.binaries),
    ...(place.throwaway ? ["--no-sync", "-c", FEW_ROUNDS] : []),
  ];
  try {
    await promisify(execFile)(label[0] ?? "", label.slice(1));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(partial, place.cluster);
}

/** Older programs know no locales of their own. */
const localeFor = (binaries: Binaries): string[] =>
  versionOf(binaries) >= FIRST_WITH_LOCALES
    ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    : ["--locale=C.UTF-8"];
const FIRST_WITH_LOCALES = 17;

function walSettings({ throwaway }: Place): string[] {
  if (throwaway) {
    const unsafe = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
    // Its folder can be in memory.
    return ["max_wal_size=256MB", "min_wal_size=80MB", ...unsafe];
  }
  // Keeps WAL files for reuse. Creating a new one, which would happen after a quiet night, blocks every commit for
  // about 20 ms.
  return ["max_wal_size=2GB", "min_wal_size=1GB"];
}

function settingsFor(place: Place, port: number): string[] {
  const bufferMb = Math.max(128, Math.min(1024, Math.floor(totalmem() / 2 ** 20 / 8)));
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    // Only the loopback socket: no file in a shared folder, and no limit on the length of its path.
    "unix_socket_directories=",
    // Tests start several services on one server.
    `max_connections=${place.throwaway ? 300 : 200}`,
    `shared_buffers=${place.throwaway ? 128 : bufferMb}MB`,
    ...walSettings(place),
    "random_page_cost=1.1",
    "jit=off",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_line_prefix=%m [%p] %a ",
    "log_min_messages=warning",
    ...(place.throwaway ? [FEW_ROUNDS] : []),
  ];
  return settings.flatMap((setting) => ["-c", setting]);
}

export function launch(place: Place, port: number): ChildProcess {
  const tooLong = existsSync(place.logPath) && statSync(place.logPath).size > 10 * 2 ** 20;
  const log = openSync(place.logPath, tooLong ? "w" : "a", 0o600);
  const label = [
    ...place.account.prefix,
    place.binaries.postgres,
    "-D",
    place.cluster,
    ...settingsFor(place, port),
  ];
  // Its own session, because Ctrl-C in a terminal must reach the server last, through us.
  const child = spawn(label[0] ?? "", label.slice(1), {
    detached: true,
    stdio: ["ignore", log, log],
    windowsHide: true,
  });
  closeSync(log);
  child.on("error", () => {});
  child.unref();
  return child;
}
